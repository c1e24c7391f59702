package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import org.jspecify.annotations.Nullable;

/** Logs one line when the broker becomes unavailable, and one when it is available again. */
final class BrokerAvailabilityLog {
    private static final System.Logger LOG = System.getLogger(BrokerAvailabilityLog.class.getName());

    private final RabbitErrors rabbitErrors;
    private @Nullable String trouble;

    BrokerAvailabilityLog(RabbitErrors rabbitErrors) {
        this.rabbitErrors = rabbitErrors;
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
            LOG.log(System.Logger.Level.INFO, rabbitErrors.word("works again"));
        }
    }

    void blocked(String reason) {
        refused(rabbitErrors.word("takes nothing for now: " + reason));
    }

    void unblocked() {
        works();
    }

    void lost(BrokerConnection brokerConnection, ShutdownSignalException end) {
        if (brokerConnection.cutBecause() == null && !end.isInitiatedByApplication()) {
            refused(rabbitErrors.unavailable("", end).reason());
        }
    }
}
