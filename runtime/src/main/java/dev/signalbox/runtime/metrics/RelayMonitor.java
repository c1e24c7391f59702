package dev.signalbox.runtime.metrics;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SkippedMessages;
import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger.Level;
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
        say(Level.DEBUG, "message {0} is tried again: {1}", message.id(), reason);
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
        say(Level.WARNING, "message {0} is given up: {1}{2}", message.id(), reason, others);
        parkedSaidAt = now;
        parkedSilently = 0;
    }

    @Override
    public void circuitOpened(String reason) {
        super.circuitOpened(reason);
        say(Level.WARNING, "the destination is unavailable: {0}", reason);
    }

    @Override
    public void circuitClosed() {
        super.circuitClosed();
        say(Level.INFO, "the destination is back");
    }

    @Override
    public void claimsLost(int messages) {
        super.claimsLost(messages);
        say(Level.WARNING, "{0} claims were lost to other nodes before they could be settled", messages);
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
            say(Level.INFO, "tries {0} messages again that operators have brought back", result.replayed());
        }
        if (result.takenBack() > 0) {
            say(
                    Level.INFO,
                    "took back {0} messages of nodes that had ended and {1} held for too long",
                    result.fromFencedOwners(),
                    result.expired());
        }
    }

    @Override
    public void passedOver(SkippedMessages over) {
        super.passedOver(over);
        if (over.published() > 0) {
            say(
                    Level.INFO,
                    "{0} messages are noted as published, and are recorded so without being sent again",
                    over.published());
        }
        if (over.uncertain() > 0) {
            say(
                    Level.WARNING,
                    "{0} messages were about to be sent when their node ended, and may have been; they are"
                            + " given up, because nothing is to be published twice",
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

    private void say(Level level, String what, Object... parameters) {
        LOG.log(level, "relay " + relay + ": " + what, parameters);
    }
}
