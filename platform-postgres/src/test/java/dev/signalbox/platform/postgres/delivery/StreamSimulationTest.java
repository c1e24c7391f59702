package dev.signalbox.platform.postgres.delivery;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Whatever happens, and whenever: no job overtakes one of its group, none is in flight twice, and none is lost. */
class StreamSimulationTest {
    private static final long FIRST_SEED = 1_119;
    private static final int SEEDS_EACH = 40;
    private static final int STEPS = 300;

    @RepeatedTest(10)
    void groupsAreDeliveredInOrder(RepetitionInfo repetition) {
        for (int i = 0; i < SEEDS_EACH; i++) {
            long seed = FIRST_SEED + repetition.getCurrentRepetition() * (long) SEEDS_EACH + i;
            try {
                new StreamSimulation(seed).run(STEPS);
            } catch (AssertionError | RuntimeException e) {
                Assertions.fail("seed " + seed, e);
            }
        }
    }
}
