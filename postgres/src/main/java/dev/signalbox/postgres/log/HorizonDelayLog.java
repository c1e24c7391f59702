package dev.signalbox.postgres.log;

import java.time.Duration;

/** Logs rarely which transaction holds the horizon back for long, and when the delay is over. */
final class HorizonDelayLog {
    private static final System.Logger LOG = System.getLogger(HorizonDelayLog.class.getName());
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long AGAIN_AFTER = Duration.ofMinutes(5).toNanos();

    private final String log;
    private boolean said;
    private boolean everSaid;
    private long saidAt;

    HorizonDelayLog(String log) {
        this.log = log;
    }

    /** Reports the oldest of the current holders. */
    synchronized void heldBy(HorizonHolder oldest, long now) {
        // A change of the holder alone is not worth a log line.
        if (oldest.age().compareTo(LONG) < 0 || (everSaid && now - saidAt < AGAIN_AFTER)) {
            return;
        }
        said = true;
        everSaid = true;
        saidAt = now;
        LOG.log(
                System.Logger.Level.WARNING,
                "log {0}: what later transactions have written waits for one that is still open: {1}",
                log,
                oldest);
    }

    synchronized void free() {
        if (said) {
            said = false;
            LOG.log(System.Logger.Level.INFO, "log {0}: reading goes on, that transaction is over", log);
        }
    }
}
