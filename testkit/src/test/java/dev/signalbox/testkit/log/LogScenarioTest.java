package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.memory.InMemoryLog;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Following a log loses nothing, repeats nothing that was recorded, and keeps the order, in every seed. */
class LogScenarioTest {
    private static final int SEEDS = 4_000;
    private static final int STEPS = 300;

    private record BrokenSeed(long seed, List<String> wrongs) {}

    @Test
    void everyStoryEndsWell() {
        List<BrokenSeed> brokenSeeds = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> new BrokenSeed(
                        seed, LogScenario.play(seed, new InMemoryLog(), UnaryOperator.identity(), STEPS)))
                .filter(it -> !it.wrongs().isEmpty())
                .limit(10)
                .toList();

        assertThat(brokenSeeds).as("seeds in which a promise was broken").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenRuleIsNoticed(FaultyLog.Fault fault) {
        boolean found = LongStream.rangeClosed(1, SEEDS)
                .anyMatch(seed -> !LogScenario.play(seed, new InMemoryLog(), log -> new FaultyLog(log, fault), STEPS)
                        .isEmpty());

        assertThat(found).as("%s within %d seeds", fault, SEEDS).isTrue();
    }
}
