package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.testkit.memory.InMemoryLog;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real dispatcher brings every event of a log to its end, in order, through failures, outages and takeovers. */
class LogRelayTest {
    private static final int SEEDS = 600;
    private static final int STEPS = 300;
    private static final long BEGIN = Duration.ofHours(1).toNanos();
    /** Enough for all retries, one after the other. */
    private static final long REST = Duration.ofMinutes(5).toNanos();

    private record BrokenSeed(long seed, List<String> wrongs) {}

    @ParameterizedTest
    @EnumSource
    void everythingIsDelivered(LogOrdering ordering) {
        List<BrokenSeed> brokenSeeds = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> new BrokenSeed(seed, play(seed, ordering)))
                .filter(it -> !it.wrongs().isEmpty())
                .limit(10)
                .toList();

        assertThat(brokenSeeds).as("seeds in which a promise was broken").isEmpty();
    }

    private static List<String> play(long seed, LogOrdering ordering) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        InMemoryLog log = new InMemoryLog();
        LogOracle oracle = new LogOracle(LogScenario.sameGroup(ordering));
        LogWriters writers = new LogWriters(log, List.of(oracle), random);
        var settings = new FollowerSettings("feed", ordering, false, 0, new FollowerSettings.Bounds(4, 10));
        UnreliableLog shaky = new UnreliableLog(log.feed(), random);
        long now = BEGIN;
        LogRelay relay = new LogRelay(log.join("0"), new LogFollower(shaky.log(), settings), oracle, random, now);
        for (int step = 1; step <= STEPS; step++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> writers.step();
                case 2, 3 -> relay.answer(now);
                case 4 -> now += random.nextLong(Duration.ofSeconds(2).toNanos());
                default -> {
                    if (random.nextInt(10) == 0) {
                        log.fence(relay.owner);
                        relay = new LogRelay(
                                log.join(Integer.toString(step)),
                                new LogFollower(shaky.log(), settings),
                                oracle,
                                random,
                                now);
                    }
                }
            }
            relay.run(now);
        }
        writers.finish();
        shaky.steady();
        relay.heal();
        comeToRest(relay, log, oracle, now);
        return oracle.wrongs();
    }

    private static void comeToRest(LogRelay relay, InMemoryLog log, LogOracle oracle, long from) {
        long now = from;
        long end = now + REST;
        while (now < end) {
            relay.answer(now);
            relay.run(now);
            now = Math.max(
                    now + 1,
                    Math.min(relay.nextWakeup(), now + Duration.ofSeconds(1).toNanos()));
        }
        if (!relay.isQuiet()) {
            oracle.wrong("it does not come to rest");
        }
        oracle.checkNothingIsLost(
                log.deadLetters().stream().map(DeadLetter::position).collect(Collectors.toSet()));
        if (!log.deferredGroups().isEmpty() || !log.ahead().isEmpty()) {
            oracle.wrong("left behind: " + log.deferredGroups() + log.ahead());
        }
    }
}
