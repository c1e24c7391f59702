package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.log.LogScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PostgresLogScenarioTest {
    private static final long SEEDS = Long.getLong("signalbox.log.seeds", 20);
    private static final long FROM = Long.getLong("signalbox.log.from", 1);

    private record BrokenScenario(long seed, List<String> wrongs) {}

    @Test
    void storiesEndWellOnTheRealServer() throws Exception {
        List<BrokenScenario> brokenScenario = new ArrayList<>();
        try (PostgresLogFixture log = new PostgresLogFixture()) {
            for (long seed = FROM; seed < FROM + SEEDS && brokenScenario.isEmpty(); seed++) {
                log.empty();
                List<String> wrongs = LogScenario.play(seed, log, UnaryOperator.identity(), 300);
                if (!wrongs.isEmpty()) {
                    brokenScenario.add(new BrokenScenario(seed, wrongs));
                }
            }
        }

        assertThat(brokenScenario).as("seeds in which a promise was broken").isEmpty();
    }
}
