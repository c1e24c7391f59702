package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedLogReaderTest {
    private static final int SEEDS = 2_000;
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);

    /** A feed that delivers at once whatever it reads. */
    private static final class Follower {
        final LogOracle oracle = new LogOracle(LogScenario.sameGroup(LogOrdering.GLOBAL));
        ReadPosition readPosition = new ReadPosition(0, 0);
        boolean more;

        void read(SharedLogReader reader, int messages) throws SourceException {
            ReadResult.Page page = Objects.requireNonNull(
                    reader.read(this, readPosition, new EventLog.Limits(messages, 1 << 20), InMemoryLog::ofTheTopic));
            readPosition = page.readPosition();
            more = page.more();
            for (LogEvent event :
                    Stream.concat(page.late().stream(), page.ahead().stream()).toList()) {
                oracle.sent(List.of(event.position()));
                oracle.delivered(event.position());
                oracle.recorded(event.position());
            }
        }
    }

    private static List<String> play(long seed) throws SourceException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        InMemoryLog log = new InMemoryLog();
        List<Follower> followers = List.of(new Follower(), new Follower(), new Follower());
        LogWriters writers =
                new LogWriters(log, followers.stream().map(it -> it.oracle).toList(), random);
        for (int step = 0; step < 300; step++) {
            if (random.nextInt(3) > 0) {
                writers.step();
            } else {
                followers.get(random.nextInt(followers.size())).read(log.reader(), 1 + random.nextInt(8));
            }
        }
        writers.finish();
        List<String> wrongs = new ArrayList<>();
        for (Follower follower : followers) {
            do {
                follower.read(log.reader(), 5);
            } while (follower.more);
            follower.oracle.checkNothingIsLost(Set.of());
            wrongs.addAll(follower.oracle.wrongs());
        }
        return wrongs;
    }

    @Test
    void whicheverFeedReadsEachSeesEverythingOnceAndInOrder() {
        assertThat(LongStream.rangeClosed(1, SEEDS).parallel().boxed().filter(seed -> {
                    try {
                        return !play(seed).isEmpty();
                    } catch (SourceException impossible) {
                        throw new AssertionError(impossible);
                    }
                }))
                .isEmpty();
    }

    @Test
    void feedsAtTheSamePositionAreServedByOneRead() throws SourceException {
        List<ReadPosition> reads = new ArrayList<>();
        InMemoryLog log = new InMemoryLog();
        for (int i = 0; i < 20; i++) {
            LogFixture.Writer writer = log.begin();
            writer.append("g");
            writer.commit();
        }
        SharedLogReader reader = new SharedLogReader(
                (from, exhausted, limits) -> {
                    reads.add(from);
                    return log.read(from, exhausted, limits);
                },
                new SharedLogReader.Settings(new EventLog.Limits(10, 1 << 20), 1 << 20, 2),
                _ -> {});
        List<Follower> followers = Stream.generate(Follower::new).limit(10).toList();
        for (int step = 0; step < 2; step++) {
            for (int i = 0; i < followers.size(); i++) {
                // They started at different times.
                ReadPosition readPosition = followers.get(i).readPosition;
                followers.get(i).readPosition = step == 0 ? new ReadPosition(0, 10 - i) : readPosition;
                ReadResult.Page page = reader.read(i, followers.get(i).readPosition, MANY, it -> it);
                assertThat(Objects.requireNonNull(page).ahead()).hasSize(10);
                followers.get(i).readPosition = page.readPosition();
            }
        }

        assertThat(reads).hasSizeLessThanOrEqualTo(12);
        assertThat(reads.stream().filter(it -> it.head() > 0)).hasSize(1);
    }

    @Test
    void aFeedThatBeginsLateJoinsTheOthersAfterAFewReadsOfItsOwn() throws SourceException {
        List<ReadPosition> reads = new ArrayList<>();
        InMemoryLog log = new InMemoryLog();
        SharedLogReader reader = new SharedLogReader(
                (from, exhausted, limits) -> {
                    reads.add(from);
                    // Whatever the feeds record moves the horizon.
                    log.begin().commit();
                    return log.read(from, exhausted, limits);
                },
                new SharedLogReader.Settings(new EventLog.Limits(10, 1 << 20), 1 << 20, 2),
                _ -> {});
        for (int i = 0; i < 500; i++) {
            LogFixture.Writer writer = log.begin();
            writer.append("g");
            writer.commit();
        }
        ReadPosition first = new ReadPosition(0, 0);
        ReadPosition second = first;
        for (int page = 0; page < 50; page++) {
            first = Objects.requireNonNull(reader.read("first", first, MANY, it -> it))
                    .readPosition();
            if (page >= 4) {
                second = Objects.requireNonNull(reader.read("second", second, MANY, it -> it))
                        .readPosition();
            }
        }

        assertThat(first.head()).isEqualTo(500);
        assertThat(second.head()).isEqualTo(460);
        assertThat(reads).hasSizeLessThanOrEqualTo(60);
    }

    @Test
    void aReachThatTheLogNeverHadIsTold() throws SourceException {
        SharedLogReader reader = new SharedLogReader(
                (from, _, _) ->
                        new LogSegment(from, List.of(), List.of(), new ReadPosition(from.head(), 5), false, false),
                SharedLogReader.Settings.DEFAULT,
                _ -> {});

        assertThat(reader.read("feed", new ReadPosition(0, 9), MANY, it -> it)).isNull();
    }
}
