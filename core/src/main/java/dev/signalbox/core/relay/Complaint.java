package dev.signalbox.core.relay;

import java.time.Duration;

/** Says the same trouble once when it begins, then once in a while with how often it came, and once when it is over. */
final class Complaint {
    private static final System.Logger LOG = System.getLogger(Complaint.class.getName());
    private static final long AGAIN_AFTER = Duration.ofSeconds(30).toNanos();

    private final String what;
    private long saidAt;
    private int times;

    Complaint(String what) {
        this.what = what;
    }

    synchronized void raise(String reason, long now) {
        times++;
        if (times == 1 || now - saidAt >= AGAIN_AFTER) {
            saidAt = now;
            String count = times == 1 ? "" : " (" + times + " times so far)";
            LOG.log(System.Logger.Level.WARNING, "{0}: {1}{2}", what, reason, count);
        }
    }

    synchronized void over() {
        if (times > 0) {
            LOG.log(System.Logger.Level.INFO, "{0}: works again after {1} failures", what, times);
            times = 0;
        }
    }
}
