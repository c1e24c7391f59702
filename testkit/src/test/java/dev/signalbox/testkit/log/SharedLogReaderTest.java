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
import dev.signalbox.testkit.log.LogWriters.Habit;
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
    private static final int SEEDS = 10_000;
    private static final int STEPS = 400;
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);

    /** A feed that delivers at once whatever it reads, and records it later. */
    private static final class Follower {
        final LogOracle oracle = new LogOracle(LogScenario.sameGroup(LogOrdering.GLOBAL));
        private final List<Long> unrecorded = new ArrayList<>();
        private ReadPosition cursor = new ReadPosition(0, 0);
        ReadPosition readPosition = cursor;
        boolean more;

        void record() {
            unrecorded.forEach(oracle::recorded);
            unrecorded.clear();
            cursor = readPosition;
        }

        /** Another owner opens the feed where the last one has recorded it. */
        void startFromCursor(SharedLogReader reader) {
            reader.forget(this);
            unrecorded.clear();
            readPosition = cursor;
        }

        void read(SharedLogReader reader, int messages) throws SourceException {
            ReadResult.Page page = Objects.requireNonNull(
                    reader.read(this, readPosition, new EventLog.Limits(messages, 1 << 20), InMemoryLog::ofTheTopic));
            readPosition = page.readPosition();
            more = page.more();
            for (LogEvent event :
                    Stream.concat(page.late().stream(), page.ahead().stream()).toList()) {
                oracle.sent(List.of(event.position()));
                oracle.delivered(event.position());
                unrecorded.add(event.position());
            }
        }
    }

    private static List<String> play(long seed) throws SourceException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        InMemoryLog log = new InMemoryLog();
        // With little memory, pages are dropped before every feed has read them.
        long memory = random.nextBoolean() ? 1 << 20 : 20 + random.nextInt(100);
        boolean laggards = random.nextBoolean();
        EventLog.Limits page = new EventLog.Limits(laggards ? 20 : 5, 1 << 20);
        SharedLogReader reader = new SharedLogReader(log::read, new SharedLogReader.Settings(page, memory, 1), _ -> {});
        List<Follower> followers = List.of(new Follower(), new Follower(), new Follower());
        List<LogOracle> oracles = followers.stream().map(it -> it.oracle).toList();
        Habit habit = laggards ? Habit.OLD_NUMBERS_AND_OLD_POSITIONS : Habit.ANYTHING;
        LogWriters writers = new LogWriters(log, oracles, random, habit);
        if (laggards) {
            playLaggards(random, reader, followers, writers);
        } else {
            playAnything(random, reader, followers, writers);
        }
        writers.finish();
        List<String> wrongs = new ArrayList<>();
        for (Follower follower : followers) {
            do {
                follower.read(reader, 5);
            } while (follower.more);
            follower.oracle.checkNothingIsLost(Set.of());
            wrongs.addAll(follower.oracle.wrongs());
        }
        return wrongs;
    }

    private static void playAnything(
            RandomGenerator random, SharedLogReader reader, List<Follower> followers, LogWriters writers)
            throws SourceException {
        int[] begins = {0, random.nextInt(200), random.nextInt(200)};
        for (int step = 0; step < STEPS; step++) {
            int chosen = random.nextInt(followers.size());
            Follower follower = followers.get(chosen);
            if (step < begins[chosen] || random.nextInt(5) > 1) {
                writers.step();
            } else {
                switch (random.nextInt(16)) {
                    case 0 -> follower.record();
                    case 1, 2, 3 -> follower.startFromCursor(reader);
                    default -> follower.read(reader, 1 + random.nextInt(4));
                }
            }
        }
    }

    /**
     * The first feed reads whatever there is. The others stop in the middle of a page, and start again from there when the
     * first has read on and pages between them are dropped.
     */
    private static void playLaggards(
            RandomGenerator random, SharedLogReader reader, List<Follower> followers, LogWriters writers)
            throws SourceException {
        for (int step = 0; step < STEPS; step++) {
            if (random.nextBoolean()) {
                writers.step();
            } else if (random.nextInt(5) > 0) {
                followers.getFirst().read(reader, 5);
            } else {
                Follower laggard = followers.get(1 + random.nextInt(followers.size() - 1));
                laggard.record();
                laggard.startFromCursor(reader);
                do {
                    laggard.read(reader, 1 + random.nextInt(4));
                } while (laggard.more && random.nextInt(5) > 0);
            }
        }
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
    void aFeedThatStartsBehindTheOthersGetsALateEventBeforeWhatFollowsIt() throws SourceException {
        InMemoryLog log = new InMemoryLog();
        SharedLogReader reader = new SharedLogReader(
                log::read, new SharedLogReader.Settings(new EventLog.Limits(5, 1 << 20), 1 << 20, 1), _ -> {});
        long early = log.takePosition();
        append(log, 4);
        LogFixture.Writer slow = log.begin();
        slow.takeXid();
        LogFixture.Writer holdsHorizon = log.begin();
        holdsHorizon.takeXid();
        ReadPosition ahead = readOn(reader, "ahead", new ReadPosition(0, 0)).readPosition();
        ReadPosition recorded = new ReadPosition(3, ahead.xid());
        LogFixture.Writer late = log.begin();
        late.appendAt(early, "g");
        late.commit();
        long following = slow.append("g");
        slow.commit();
        ahead = readOn(reader, "ahead", ahead).readPosition();
        holdsHorizon.rollBack();
        readOn(reader, "ahead", ahead);

        ReadResult.Page page = readOn(reader, "behind", recorded);

        List<Long> positions = Stream.concat(page.late().stream(), page.ahead().stream())
                .map(LogEvent::position)
                .toList();
        assertThat(positions).contains(early, following);
        assertThat(positions.indexOf(early)).isLessThan(positions.indexOf(following));
    }

    private static ReadResult.Page readOn(SharedLogReader reader, String feed, ReadPosition from)
            throws SourceException {
        return Objects.requireNonNull(reader.read(feed, from, MANY, it -> it));
    }

    private static void append(InMemoryLog log, int count) {
        for (int i = 0; i < count; i++) {
            LogFixture.Writer writer = log.begin();
            writer.append("g");
            writer.commit();
        }
    }

    @Test
    void whatWasReadInAnotherHistoryIsNotServed() throws SourceException {
        List<ReadPosition> reads = new ArrayList<>();
        InMemoryLog log = new InMemoryLog();
        append(log, 5);
        SharedLogReader reader = new SharedLogReader(
                (from, exhausted, limits) -> {
                    reads.add(from);
                    return log.read(from, exhausted, limits);
                },
                SharedLogReader.Settings.DEFAULT,
                _ -> {});
        ReadPosition start = new ReadPosition(0, 0);
        assertThat(Objects.requireNonNull(reader.read("one", start, MANY, it -> it))
                        .ahead())
                .hasSize(5);

        reader.startOver();

        assertThat(Objects.requireNonNull(reader.read("two", start, MANY, it -> it))
                        .ahead())
                .hasSize(5);
        assertThat(reads).hasSize(2);
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
    void aReadPositionThatTheLogNeverHadIsReported() throws SourceException {
        SharedLogReader reader = new SharedLogReader(
                (from, _, _) ->
                        new LogSegment(from, List.of(), List.of(), new ReadPosition(from.head(), 5), false, false),
                SharedLogReader.Settings.DEFAULT,
                _ -> {});

        assertThat(reader.read("feed", new ReadPosition(0, 9), MANY, it -> it)).isNull();
    }
}
