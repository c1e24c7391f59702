package dev.signalbox.core.diagnostics;

import java.time.Duration;

/** Logs a failure when it begins, then rarely with its count, and when it is over; one that comes and goes too. */
public final class FailureLog {
    private static final System.Logger LOG = System.getLogger(FailureLog.class.getName());
    private static final long AGAIN_AFTER = Duration.ofSeconds(30).toNanos();

    private final String what;
    private long saidAt;
    private int times;
    private boolean said;
    private boolean everSaid;

    public FailureLog(String what) {
        this.what = what;
    }

    /** Returns whether this was logged, so that the caller can add details. */
    public synchronized boolean raise(String reason, long now) {
        times++;
        if (everSaid && now - saidAt < AGAIN_AFTER) {
            return false;
        }
        saidAt = now;
        said = true;
        everSaid = true;
        String count = times == 1 ? "" : " (" + times + " times so far)";
        LOG.log(System.Logger.Level.WARNING, "{0}: {1}{2}", what, reason, count);
        return true;
    }

    public synchronized void over() {
        if (said) {
            LOG.log(System.Logger.Level.INFO, "{0}: works again after {1} failures", what, times);
            said = false;
            times = 0;
        }
    }
}
