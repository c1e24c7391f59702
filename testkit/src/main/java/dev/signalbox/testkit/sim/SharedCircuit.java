package dev.signalbox.testkit.sim;

import dev.signalbox.core.delivery.Circuit;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;

/** The planted fault of one circuit for all outlets of a node: while it is open, no outlet's requests are transmitted. */
final class SharedCircuit {
    private final boolean planted;
    private final Circuit circuit =
            new Circuit(new Circuit.ProbeTiming(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));

    SharedCircuit(PlantedFault plantedFault) {
        this.planted = plantedFault == PlantedFault.ONE_CIRCUIT_FOR_ALL;
    }

    /** Whether a request is not transmitted now. */
    boolean refuses(long now) {
        if (circuit.isProbeDue(now)) {
            circuit.probeStarted(now);
            return false;
        }
        return circuit.isOpen();
    }

    void answered(Answer answer, long now) {
        if (!planted) {
            return;
        }
        if (answer instanceof Answer.Whole(Outcome outcome)
                && (outcome instanceof Outcome.Unavailable || outcome instanceof Outcome.Throttled)) {
            circuit.unavailable(outcome.reason(), null, true, now);
        } else {
            circuit.working(true, now);
        }
    }
}
