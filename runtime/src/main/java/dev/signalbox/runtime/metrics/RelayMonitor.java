package dev.signalbox.runtime.metrics;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SkippedMessages;
import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts what a relay does, logs what an operator would act on, and remembers the current failure. */
public final class RelayMonitor extends RelayMeters {
    private static final System.Logger LOG = System.getLogger(RelayMonitor.class.getName());
    private static final long PARKED_EVERY = Duration.ofSeconds(10).toNanos();

    private final String relay;
    private final Clock clock;
    private final Map<SourceCall, String> failures = new EnumMap<>(SourceCall.class);
    private long parkedSaidAt;
    private int parkedSilently = -1;

    RelayMonitor(MeterRegistry registry, String relay, Clock clock) {
        super(registry, relay, clock);
        this.relay = relay;
        this.clock = clock;
    }

    /** The latest failure of a call to the source, until a call succeeds. */
    public Optional<String> failure() {
        synchronized (failures) {
            return failures.values().stream().findFirst();
        }
    }

    @Override
    public void retried(Message message, String reason) {
        super.retried(message, reason);
        LOG.log(System.Logger.Level.DEBUG, "relay {0}: message {1} is tried again: {2}", relay, message.id(), reason);
    }

    /** Logs the first message and then at most one every ten seconds, because thousands may fail together. */
    @Override
    public synchronized void parked(Message message, String reason) {
        super.parked(message, reason);
        long now = clock.nanos();
        if (parkedSilently >= 0 && now - parkedSaidAt < PARKED_EVERY) {
            parkedSilently++;
            return;
        }
        String others = parkedSilently > 0 ? " (and " + parkedSilently + " others since the last such line)" : "";
        LOG.log(
                System.Logger.Level.WARNING,
                "relay {0}: message {1} is given up: {2}{3}",
                relay,
                message.id(),
                reason,
                others);
        parkedSaidAt = now;
        parkedSilently = 0;
    }

    @Override
    public void circuitOpened(String reason) {
        super.circuitOpened(reason);
        LOG.log(System.Logger.Level.WARNING, "relay {0}: the destination is unavailable: {1}", relay, reason);
    }

    @Override
    public void circuitClosed() {
        super.circuitClosed();
        LOG.log(System.Logger.Level.INFO, "relay {0}: the destination is back", relay);
    }

    @Override
    public void claimsLost(int messages) {
        super.claimsLost(messages);
        LOG.log(
                System.Logger.Level.WARNING,
                "relay {0}: {1} claims were somebody else''s when they were to be settled",
                relay,
                messages);
    }

    @Override
    public void lost() {
        super.lost();
        synchronized (failures) {
            failures.clear();
        }
    }

    @Override
    public void recovered(RecoveryResult result) {
        super.recovered(result);
        if (result.replayed() > 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "relay {0}: tries {1} messages again that operators have brought back",
                    relay,
                    result.replayed());
        }
        if (result.takenBack() > 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "relay {0}: took back {1} messages of nodes that had ended and {2} held for too long",
                    relay,
                    result.fromFencedOwners(),
                    result.expired());
        }
    }

    @Override
    public void passedOver(SkippedMessages over) {
        super.passedOver(over);
        if (over.published() > 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "relay {0}: {1} messages are noted as published, and are recorded so without being sent again",
                    relay,
                    over.published());
        }
        if (over.uncertain() > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "relay {0}: {1} messages were about to be sent when their node ended, and may have been; they are"
                            + " given up, because nothing is to be published twice",
                    relay,
                    over.uncertain());
        }
    }

    @Override
    public void sourceFailed(SourceCall call, String reason) {
        super.sourceFailed(call, reason);
        synchronized (failures) {
            failures.put(call, reason);
        }
    }

    @Override
    public void sourceTook(SourceCall call, long nanos) {
        super.sourceTook(call, nanos);
        synchronized (failures) {
            failures.remove(call);
        }
    }
}
