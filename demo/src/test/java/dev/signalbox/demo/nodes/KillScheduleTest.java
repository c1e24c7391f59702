package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KillScheduleTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final KillSchedule schedule = new KillSchedule(Duration.ofSeconds(20));

    @Test
    void theTimeRunsFromWhenAllAreUp() {
        assertThat(schedule.victim(nodes(false, 0, 0), 0)).isEmpty();
        assertThat(schedule.victim(nodes(true, 32, 32), 10 * SECOND)).isEmpty();
        assertThat(schedule.victim(nodes(true, 32, 32), 29 * SECOND)).isEmpty();
        assertThat(schedule.victim(nodes(true, 32, 32), 30 * SECOND)).contains("node-1");
    }

    @Test
    void nodesThatOwnSomethingAreKilledInTurn() {
        schedule.victim(nodes(true, 32, 32), 0);

        assertThat(schedule.victim(nodes(true, 32, 32), 20 * SECOND)).contains("node-1");
        assertThat(schedule.victim(nodes(true, 32, 32), 40 * SECOND)).contains("node-2");
        assertThat(schedule.victim(nodes(true, 32, 32), 60 * SECOND)).contains("node-1");
    }

    @Test
    void aStandbyIsSpared() {
        schedule.victim(nodes(true, 0, 1), 0);

        assertThat(schedule.victim(nodes(true, 0, 1), 20 * SECOND)).contains("node-2");
        assertThat(schedule.victim(nodes(true, 0, 1), 40 * SECOND)).contains("node-2");
        assertThat(schedule.victim(nodes(true, 0, 0), 60 * SECOND)).isEmpty();
    }

    @Test
    void whileOneIsDownTheOthersAreSpared() {
        schedule.victim(nodes(true, 32, 32), 0);

        assertThat(schedule.victim(nodes(false, 0, 64), 20 * SECOND)).isEmpty();
    }

    @Test
    void afterItsEndAndWithoutAnIntervalNoNodeIsKilled() {
        KillSchedule never = new KillSchedule(Duration.ZERO);
        schedule.victim(nodes(true, 32, 32), 0);
        schedule.end();

        assertThat(schedule.victim(nodes(true, 32, 32), 20 * SECOND)).isEmpty();
        assertThat(never.victim(nodes(true, 32, 32), 20 * SECOND)).isEmpty();
    }

    private static List<KillSchedule.Candidate> nodes(boolean isFirstUp, int first, int second) {
        Optional<Duration> up = Optional.of(Duration.ofSeconds(5));
        return List.of(
                new KillSchedule.Candidate("node-1", isFirstUp ? up : Optional.empty(), first),
                new KillSchedule.Candidate("node-2", up, second));
    }
}
