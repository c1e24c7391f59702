package dev.signalbox.postgres.log;

import java.time.Duration;

/** Says who holds reading back for long, once in a while, and when that is over. */
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

    /** The oldest of those that hold it back now. */
    synchronized void heldBy(HorizonHolder oldest, long now) {
        // One holder may follow another: that is not news each time.
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
