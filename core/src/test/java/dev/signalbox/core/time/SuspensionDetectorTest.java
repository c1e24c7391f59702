package dev.signalbox.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuspensionDetectorTest {
    private long monotonic = Duration.ofDays(3).toNanos();
    private long wall = Duration.ofDays(20_000).toNanos();
    private long readingTakes;
    private final SuspensionDetector detector = new SuspensionDetector(this::readMonotonic, () -> wall);

    private long readMonotonic() {
        long now = monotonic;
        monotonic += readingTakes;
        return now;
    }

    private void passes(Duration time) {
        monotonic += time.toNanos();
        wall += time.toNanos();
    }

    @Test
    void countsNothingWhileBothClocksGoOn() {
        for (int i = 0; i < 1_000; i++) {
            passes(Duration.ofSeconds(1));
            wall += Duration.ofNanos(500_000).toNanos();
            assertThat(detector.suspendedNanos()).isZero();
        }
    }

    @Test
    void countsTheTimeThatTheMonotonicClockStoodStill() {
        wall += Duration.ofMinutes(5).toNanos();
        assertThat(detector.suspendedNanos()).isEqualTo(Duration.ofMinutes(5).toNanos());

        passes(Duration.ofSeconds(10));
        wall += Duration.ofMinutes(1).toNanos();
        assertThat(detector.suspendedNanos()).isEqualTo(Duration.ofMinutes(6).toNanos());
    }

    @Test
    void aWallClockThatIsPutBackChangesNothing() {
        wall -= Duration.ofHours(1).toNanos();
        assertThat(detector.suspendedNanos()).isZero();

        wall += Duration.ofSeconds(3).toNanos();
        assertThat(detector.suspendedNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void aSlowReadingIsNotCompared() {
        readingTakes = Duration.ofSeconds(1).toNanos();
        wall += Duration.ofSeconds(2).toNanos();
        assertThat(detector.suspendedNanos()).isZero();
    }
}
