package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import org.jspecify.annotations.Nullable;

/** Logs one line when the broker becomes unavailable, and one when it is available again. */
final class BrokerAvailabilityLog {
    private static final System.Logger LOG = System.getLogger(BrokerAvailabilityLog.class.getName());

    private final RabbitErrors errors;
    private @Nullable String trouble;

    BrokerAvailabilityLog(RabbitErrors errors) {
        this.errors = errors;
    }

    /** @param reason the reason in the outcome of each message */
    synchronized void refused(String reason) {
        if (trouble == null) {
            LOG.log(System.Logger.Level.WARNING, reason);
        }
        trouble = reason;
    }

    synchronized void works() {
        if (trouble != null) {
            trouble = null;
            LOG.log(System.Logger.Level.INFO, errors.word("works again"));
        }
    }

    void blocked(String reason) {
        refused(errors.word("takes nothing for now: " + reason));
    }

    void unblocked() {
        works();
    }

    void lost(BrokerConnection connection, ShutdownSignalException end) {
        if (connection.cutBecause() == null && !end.isInitiatedByApplication()) {
            refused(errors.unavailable("", end).reason());
        }
    }
}
