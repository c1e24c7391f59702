package dev.signalbox.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DatabaseTimeTest {
    private static final Instant CLAIMED = Instant.parse("2026-01-02T03:04:05Z");

    private long now = Duration.ofHours(5).toNanos();
    private final DatabaseTime time = new DatabaseTime(() -> now);

    private void pass(Duration some) {
        now += some.toNanos();
    }

    @Test
    void itGoesOnFromTheLatestClaim() {
        assertThat(time.since(CLAIMED)).isEqualTo(CLAIMED);
        pass(Duration.ofSeconds(30));
        assertThat(time.since(CLAIMED)).isEqualTo(CLAIMED.plusSeconds(30));
        assertThat(time.since(CLAIMED.plusSeconds(40))).isEqualTo(CLAIMED.plusSeconds(40));
        pass(Duration.ofSeconds(50));
        assertThat(time.since(CLAIMED)).isEqualTo(CLAIMED.plusSeconds(90));
    }

    @Test
    void anotherServerWhoseClockIsBehindCountsAfterSomeMinutes() {
        time.since(CLAIMED.plusSeconds(3_600));
        for (int i = 1; i <= 6; i++) {
            pass(Duration.ofSeconds(30));
            time.since(CLAIMED.plusSeconds(30L * i));
        }

        assertThat(time.since(CLAIMED)).isEqualTo(CLAIMED.plusSeconds(180));
    }

    @Test
    void aClaimAfterALongPauseCountsAlone() {
        time.since(CLAIMED.plusSeconds(3_600));
        pass(Duration.ofHours(1));

        assertThat(time.since(CLAIMED)).isEqualTo(CLAIMED);
    }
}
