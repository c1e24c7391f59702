package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.log.LogStory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PostgresLogStoryTest {
    private static final long SEEDS = Long.getLong("signalbox.log.seeds", 20);
    private static final long FROM = Long.getLong("signalbox.log.from", 1);

    private record Broken(long seed, List<String> wrongs) {}

    @Test
    void storiesEndWellOnTheRealServer() throws Exception {
        List<Broken> broken = new ArrayList<>();
        try (PostgresLogFixture log = new PostgresLogFixture()) {
            for (long seed = FROM; seed < FROM + SEEDS && broken.isEmpty(); seed++) {
                log.empty();
                List<String> wrongs = LogStory.play(seed, log, UnaryOperator.identity(), 300);
                if (!wrongs.isEmpty()) {
                    broken.add(new Broken(seed, wrongs));
                }
            }
        }

        assertThat(broken).as("seeds in which a promise was broken").isEmpty();
    }
}
