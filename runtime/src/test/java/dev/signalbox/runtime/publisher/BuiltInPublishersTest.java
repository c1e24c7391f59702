package dev.signalbox.runtime.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BuiltInPublishersTest {
    private final RecordingLogger log = new RecordingLogger(System.Logger.Level.INFO);
    private long now = -5;

    static PublishedEvent event(long position, String type, String data, String... tags) {
        return new PublishedEvent(position, "700", type, List.of(tags), data, Instant.EPOCH);
    }

    /** This many events of one type, from this position on. */
    private static List<PublishedEvent> some(long from, int count, String type) {
        return LongStream.range(from, from + count)
                .mapToObj(position -> event(position, type, "{}"))
                .toList();
    }

    private void advance(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void logsALinePerEventWithoutItsData() {
        new LogPublisher("wallets", log)
                .publishBatch(List.of(
                        event(7, "DepositMade", "{\"card\":\"4111\"}", "wallet_id=1", "urgent"),
                        event(8, "Evil\nType", "1", "a=\u001b[2J{0}")));
        assertThat(log.lines)
                .containsExactly(
                        "INFO wallets: event 7 DepositMade [wallet_id=1, urgent], 15 bytes",
                        "INFO wallets: event 8 Evil\\u000aType [a=\\u001b[2J{0}], 1 bytes");
    }

    @Test
    void logsTheBeginningOfTheDataAtDebug() {
        RecordingLogger debug = new RecordingLogger(System.Logger.Level.DEBUG);
        new LogPublisher("wallets", debug)
                .publishBatch(List.of(event(7, "T", "{\n\"x\":\"" + "y".repeat(1_000) + "\"}")));
        assertThat(debug.lines.getFirst()).isEqualTo("INFO wallets: event 7 T [], 1009 bytes");
        assertThat(debug.lines.getLast())
                .startsWith("DEBUG wallets: event 7 has the data {\\u000a\"x\":\"yyy")
                .endsWith("yyy…")
                .hasSizeLessThan(560);
    }

    @Test
    void countsEventsBatchesAndPositions() {
        StatisticsPublisher publisher = new StatisticsPublisher("P", "wallets", () -> now, log);
        publisher.close();
        assertThat(log.lines).isEmpty();
        publisher.publishBatch(some(10, 3, "A"));
        publisher.publishBatch(some(5, 2, "B"));
        publisher.close();
        assertThat(log.lines.getLast())
                .isEqualTo("INFO wallets: 5 events in 2 batches, positions 5 to 12, 5.0 per second");
    }

    @Test
    void theRateIsThatOfTheLastSecondsOnly() {
        RecentRate rate = new RecentRate(now);
        assertThat(rate.perSecond(now, 50)).as("within the first second").isEqualTo(50);
        long count = 50;
        for (int second = 0; second < 60; second++) {
            advance(1);
            rate.advance(now, count);
            count += 20;
        }
        assertThat(rate.perSecond(now, count)).isCloseTo(20, within(3.0));
        advance(3_600);
        rate.advance(now, count);
        assertThat(rate.perSecond(now, count)).isZero();
        rate.advance(now, count);
        assertThat(rate.perSecond(now, count + 20))
                .as("what was idle does not count for long")
                .isEqualTo(2);
    }

    @Test
    void saysAtMostEveryTenSecondsWhatCame() {
        StatisticsPublisher publisher = new StatisticsPublisher("P", "wallets", () -> now, log);
        publisher.publishBatch(some(1, 100, "A"));
        publisher.publishBatch(some(101, 100, "A"));
        advance(9);
        publisher.publishBatch(some(201, 100, "A"));
        assertThat(log.lines)
                .containsExactly("INFO wallets: 100 events in 1 batches, positions 1 to 100, 100.0 per second");
        advance(1);
        publisher.publishBatch(some(301, 100, "A"));
        assertThat(log.lines.getLast())
                .isEqualTo("INFO wallets: 400 events in 4 batches, positions 1 to 400, 40.0 per second");
        publisher.close();
        assertThat(log.lines).as("nothing is left to be said").hasSize(2);
        publisher.publishBatch(some(401, 1, "A"));
        publisher.close();
        assertThat(log.lines).as("the last ones are said at the end").hasSize(3);
    }

    @Test
    void countsAllTopicsTogether() {
        try (PublisherRegistry publisherRegistry =
                new PublisherRegistry(getClass().getClassLoader(), () -> now)) {
            EventPublisher one = publisherRegistry.publisher(StatisticsPublisher.GLOBAL_NAME, "one");
            EventPublisher other = publisherRegistry.publisher(StatisticsPublisher.GLOBAL_NAME, "other");
            assertThat(one).isSameAs(other);
        }
    }
}
