package dev.signalbox.core.time;

import java.time.Instant;

/**
 * Bounds times from a database, which may be infinite or far beyond what receivers and formats can express. Such a time
 * becomes the nearest one of the years 1 to 9999, so that its message is delivered like any other.
 */
public final class BoundedTime {
    public static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private BoundedTime() {}

    public static Instant of(Instant time) {
        if (time.isBefore(EARLIEST)) {
            return EARLIEST;
        }
        return time.isAfter(LATEST) ? LATEST : time;
    }
}
