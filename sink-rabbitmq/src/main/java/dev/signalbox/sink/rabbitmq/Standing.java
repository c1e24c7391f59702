package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import org.jspecify.annotations.Nullable;

/** Tells operators that the broker was lost and that it is back, a line each and no more. */
final class Standing {
    private static final System.Logger LOG = System.getLogger(Standing.class.getName());

    private final Failures failures;
    private @Nullable String trouble;

    Standing(Failures failures) {
        this.failures = failures;
    }

    /** @param reason as it is in the outcome of each message */
    synchronized void refused(String reason) {
        if (trouble == null) {
            LOG.log(System.Logger.Level.WARNING, reason);
        }
        trouble = reason;
    }

    synchronized void works() {
        if (trouble != null) {
            trouble = null;
            LOG.log(System.Logger.Level.INFO, failures.word("works again"));
        }
    }

    void blocked(String reason) {
        refused(failures.word("takes nothing for now: " + reason));
    }

    void unblocked() {
        works();
    }

    void lost(Link link, ShutdownSignalException end) {
        if (link.cutBecause() == null && !end.isInitiatedByApplication()) {
            refused(failures.unavailable("", end).reason());
        }
    }
}
