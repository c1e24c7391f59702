package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a circuit lets requests pass. */
class CircuitTest {
    private final Circuit circuit =
            new Circuit(new Circuit.ProbeTiming(Duration.ofNanos(10), Duration.ofNanos(40), Duration.ofNanos(1_000)));

    @Test
    void opensOnceAndIsProbedEverMoreSlowly() {
        List<Long> waits = new ArrayList<>();
        long now = 100;
        assertThat(circuit.unavailable("down", null, false, now)).isTrue();
        for (int i = 0; i < 5; i++) {
            waits.add(circuit.probeAt() - now);
            now = circuit.probeAt();
            assertThat(circuit.isProbeDue(now - 1)).isFalse();
            assertThat(circuit.isProbeDue(now)).isTrue();
            circuit.probeStarted(now);
            assertThat(circuit.isProbeDue(now)).isFalse();
            assertThat(circuit.unavailable("still down", null, true, now)).isFalse();
        }

        assertThat(waits).containsExactly(10L, 20L, 40L, 40L, 40L);
        assertThat(circuit.openSince()).isEqualTo(100);
        assertThat(circuit.reason()).isEqualTo("still down");
    }

    @Test
    void aProbeThatIsNotAnsweredIsFollowedByAnother() {
        circuit.unavailable("down", null, false, 100);
        circuit.probeStarted(110);

        assertThat(circuit.isProbeDue(149)).isFalse();
        assertThat(circuit.isProbeDue(150)).isTrue();
    }

    @Test
    void aProbeThatWasNotMadeIsDueAgainButNotDuringAPause() {
        circuit.unavailable("down", null, false, 100);
        circuit.probeStarted(110);
        circuit.probeNotMade(111);
        assertThat(circuit.isProbeDue(111)).isTrue();

        circuit.unavailable("down", Duration.ofNanos(500), true, 120);
        circuit.probeNotMade(130);
        assertThat(circuit.probeAt()).isEqualTo(620);
    }

    @Test
    void whatWaitsForTheNextProbeWaitsNoLongerThanThat() {
        long shortly = Duration.ofMillis(500).toNanos();
        circuit.unavailable("down", null, false, 100);

        assertThat(circuit.afterNextProbe(101)).isEqualTo(110 + shortly);
        assertThat(circuit.afterNextProbe(1_000)).isEqualTo(1_000 + shortly);
    }

    @Test
    void stragglersDoNotPutTheProbeOff() {
        circuit.unavailable("down", null, false, 100);
        circuit.unavailable("down", null, false, 109);

        assertThat(circuit.probeAt()).isEqualTo(110);
    }

    @Test
    void beginsAnewAfterItWasClosed() {
        circuit.unavailable("down", null, false, 100);
        circuit.unavailable("down", null, true, 110);
        assertThat(circuit.working(true, 120)).isTrue();
        assertThat(circuit.working(true, 121)).as("closed only once").isFalse();

        circuit.unavailable("down", null, false, 200);
        assertThat(circuit.probeAt()).isEqualTo(210);
    }

    @Test
    void keepsAPauseThatWasAskedForUpToItsCap() {
        circuit.unavailable("slow down", Duration.ofNanos(500), false, 100);
        assertThat(circuit.probeAt()).isEqualTo(600);
        assertThat(circuit.working(false, 599)).isFalse();
        assertThat(circuit.isOpen()).isTrue();

        circuit.unavailable("slow down", Duration.ofDays(1), false, 200);
        assertThat(circuit.probeAt()).isEqualTo(1_200);
        assertThat(circuit.working(false, 1_200)).isTrue();
    }

    @Test
    void aPauseShorterThanThePlainWaitChangesNothing() {
        circuit.unavailable("slow down", Duration.ofNanos(-5), false, 100);

        assertThat(circuit.probeAt()).isEqualTo(110);
    }
}
