package dev.signalbox.platform.delivery;

/** The reason of a job that ends because its time is over. Such a job is CANCELLED, whoever notices it first. */
public final class JobExpiry {
    /** What such a job shows as its last error. A verdict with a reason that begins like this cancels the job. */
    public static final String REASON = "expired before it was delivered";

    private JobExpiry() {}

    /** Whether a job that is parked for this reason has expired. */
    public static boolean isExpiry(String reason) {
        return reason.startsWith(REASON);
    }
}
