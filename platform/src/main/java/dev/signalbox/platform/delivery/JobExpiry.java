package dev.signalbox.platform.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The reason of a job that ends because its time is over. Such a job is CANCELLED, whether its sink or its source notices it. */
public final class JobExpiry {
    /** What such a job shows as its last error. A verdict with a reason that begins like this cancels the job. */
    public static final String REASON = "expired before it was delivered";

    private JobExpiry() {}

    /** Whether a job that is parked for this reason has expired. */
    public static boolean isExpiry(String reason) {
        return reason.startsWith(REASON);
    }

    /** The reason if the job's own time has passed; null if it has not. */
    static @Nullable String ofJob(@Nullable Instant expiresAt, Instant now) {
        return expiresAt == null || now.isBefore(expiresAt) ? null : REASON + ": it was to be sent before " + expiresAt;
    }

    /** The reason if it is older than its subscription allows; null if it is not. */
    static @Nullable String ofAge(Instant acceptedAt, int maxAgeSeconds, Instant now) {
        return Duration.between(acceptedAt, now).compareTo(Duration.ofSeconds(maxAgeSeconds)) < 0
                ? null
                : REASON + ": it is older than the " + maxAgeSeconds + " s that its subscription allows";
    }
}
