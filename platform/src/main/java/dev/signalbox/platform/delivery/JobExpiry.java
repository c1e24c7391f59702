package dev.signalbox.platform.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a job is too old to be sent. Such a job is parked with a reason by which it is recognised, and ends CANCELLED. */
public final class JobExpiry {
    /** How the reason of each job begins that has expired. */
    public static final String REASON_PREFIX = "expired: ";

    /** The reason of one that expires while it waits. */
    public static final String REASON = REASON_PREFIX + "its time was over before it was delivered";

    private JobExpiry() {}

    /** Whether a job was parked because it has expired. */
    public static boolean is(String reason) {
        return reason.startsWith(REASON_PREFIX);
    }

    /** The reason if the job's own time has passed; null if it has not. */
    static @Nullable String ofJob(@Nullable Instant expiresAt, Instant now) {
        return expiresAt == null || now.isBefore(expiresAt)
                ? null
                : REASON_PREFIX + "it was to be sent before " + expiresAt;
    }

    /** The reason if it is older than its subscription allows; null if it is not. */
    static @Nullable String ofAge(Instant acceptedAt, int maxAgeSeconds, Instant now) {
        return Duration.between(acceptedAt, now).compareTo(Duration.ofSeconds(maxAgeSeconds)) < 0
                ? null
                : REASON_PREFIX + "it is older than the " + maxAgeSeconds + " s that its subscription allows";
    }
}
