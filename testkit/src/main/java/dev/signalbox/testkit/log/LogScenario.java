package dev.signalbox.testkit.log;

import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Random writers, a relay that delivers at random, crashes, lost calls and answers, replayed dead letters. Then all
 * faults end, and everything must come to rest: all delivered or dead-lettered, in order, and nothing left over.
 */
public final class LogScenario {
    static final String FEED = "feed";
    private static final int MOST_ROUNDS = 2_000;

    private final LogFixture log;
    private final RandomGenerator random;
    private final FollowerSettings settings;
    private final LogOracle oracle;
    private final LogWriters writers;
    private final UnreliableLog shaky;
    private RandomLogRelay node;
    private int nodes;

    private LogScenario(long seed, LogFixture log, UnaryOperator<EventLog> plant) {
        this.log = log;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        LogOrdering ordering = switch (random.nextInt(4)) {
            case 0 -> LogOrdering.GLOBAL;
            case 1 -> LogOrdering.NONE;
            default -> LogOrdering.GROUP;
        };
        var bounds = new FollowerSettings.Bounds(2 + random.nextInt(10), 3 + random.nextInt(20));
        this.settings = new FollowerSettings(FEED, ordering, false, 0, bounds);
        this.oracle = new LogOracle(sameGroup(ordering));
        this.writers = new LogWriters(log, List.of(oracle), random);
        this.shaky = new UnreliableLog(plant.apply(log.feed()), random);
        this.node = newNode();
        shaky.meanwhile(this::meanwhile);
    }

    /** The dispatcher does not wait for a read. */
    private void meanwhile() {
        try {
            node.send();
            if (random.nextBoolean()) {
                node.settle();
            } else {
                node.recover();
            }
        } catch (SourceException _) {
            // It is tried again.
        }
    }

    static BiPredicate<@Nullable String, @Nullable String> sameGroup(LogOrdering ordering) {
        return switch (ordering) {
            case GLOBAL -> (_, _) -> true;
            case GROUP -> (one, other) -> one != null && Objects.equals(one, other);
            case NONE -> (_, _) -> false;
        };
    }

    /** Runs one scenario, and returns what went wrong. */
    public static List<String> play(long seed, LogFixture log, UnaryOperator<EventLog> plant, int steps) {
        LogScenario story = new LogScenario(seed, log, plant);
        for (int step = 0; step < steps && story.oracle.wrongs().isEmpty(); step++) {
            story.step();
        }
        if (story.oracle.wrongs().isEmpty()) {
            story.finish();
        }
        return story.oracle.wrongs();
    }

    private RandomLogRelay newNode() {
        return new RandomLogRelay(log.join("node " + nodes++), new LogFollower(shaky.log(), settings), oracle, random);
    }

    private void step() {
        try {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5 -> writers.step();
                case 6, 7, 8, 9 -> node.claim();
                case 10, 11, 12, 13 -> node.send();
                case 14, 15 -> node.settle();
                case 16 -> node.endHolds();
                case 17 -> node.recover();
                case 18 -> replayOne();
                default -> disturb();
            }
        } catch (SourceException _) {
            // The relay tries again later, and so does this scenario.
        }
    }

    private void replayOne() {
        List<Long> letters = log.deadLetters().stream()
                .map(DeadLetter::position)
                .filter(oracle::isRecorded)
                .toList();
        if (!letters.isEmpty()) {
            long position = letters.get(random.nextInt(letters.size()));
            log.replay(position);
            oracle.replayed(position);
        }
    }

    private void disturb() throws SourceException {
        switch (random.nextInt(4)) {
            case 0 -> {
                RandomLogRelay zombie = node;
                log.fence(zombie.owner);
                node = newNode();
                zombie.wakeAsZombie();
            }
            case 1 -> node.dropEverything();
            default -> {}
        }
    }

    private void finish() {
        writers.finish();
        shaky.steady();
        node.heal();
        try {
            int quietRounds = 0;
            for (int round = 0; round < MOST_ROUNDS; round++) {
                node.recover();
                node.claim();
                boolean quiet = node.isQuiet();
                node.send();
                node.settle();
                node.endHolds();
                quietRounds = quiet && node.isQuiet() ? quietRounds + 1 : 0;
                // A replay may be found only by the next recovery.
                if (quietRounds == 2) {
                    checkRest();
                    return;
                }
            }
            oracle.wrong("it does not come to rest");
        } catch (SourceException impossible) {
            oracle.wrong(impossible.toString());
        }
    }

    private void checkRest() throws SourceException {
        node.recover();
        Set<Long> dead = log.deadLetters().stream().map(DeadLetter::position).collect(Collectors.toSet());
        oracle.checkNothingIsLost(dead);
        if (!log.deferredGroups().isEmpty()) {
            oracle.wrong("left behind: " + log.deferredGroups());
        }
        if (!log.ahead().isEmpty()) {
            oracle.wrong("left ahead of the cursor " + log.cursor() + ": " + log.ahead());
        }
    }
}
