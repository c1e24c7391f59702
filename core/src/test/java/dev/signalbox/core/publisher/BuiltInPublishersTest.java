package dev.signalbox.core.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuiltInPublishersTest {
    private final LinesInMemory log = new LinesInMemory(System.Logger.Level.INFO);
    private long now = -5;

    private void advance(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void logsALinePerEventWithoutItsData() {
        new LogPublisher("wallets", log)
                .publishBatch(List.of(
                        Events.event(7, "DepositMade", "{\"card\":\"4111\"}", "wallet_id=1", "urgent"),
                        Events.event(8, "Evil\nType", "1", "a=\u001b[2J{0}")));
        assertThat(log.lines)
                .containsExactly(
                        "INFO wallets: event 7 DepositMade [wallet_id=1, urgent], 15 bytes",
                        "INFO wallets: event 8 Evil\\u000aType [a=\\u001b[2J{0}], 1 bytes");
    }

    @Test
    void logsTheBeginningOfTheDataAtDebug() {
        LinesInMemory debug = new LinesInMemory(System.Logger.Level.DEBUG);
        new LogPublisher("wallets", debug)
                .publishBatch(List.of(Events.event(7, "T", "{\n\"x\":\"" + "y".repeat(1_000) + "\"}")));
        assertThat(debug.lines.getFirst()).isEqualTo("INFO wallets: event 7 T [], 1009 bytes");
        assertThat(debug.lines.getLast())
                .startsWith("DEBUG wallets: event 7 has the data {\\u000a\"x\":\"yyy")
                .endsWith("yyy…")
                .hasSizeLessThan(560);
    }

    @Test
    void countsEventsBatchesTypesAndPositions() {
        StatisticsPublisher publisher = new StatisticsPublisher("wallets", () -> now, log);
        assertThat(publisher.snapshot()).isEqualTo(new Statistics(0, 0, Map.of(), 0, 0, 0, 0));

        publisher.publishBatch(Events.some(10, 3, "A"));
        publisher.publishBatch(Events.some(5, 2, "B"));

        Statistics statistics = publisher.snapshot();
        assertThat(statistics.events()).isEqualTo(5);
        assertThat(statistics.batches()).isEqualTo(2);
        assertThat(statistics.byType()).isEqualTo(Map.of("A", 3L, "B", 2L));
        assertThat(statistics.firstPosition()).isEqualTo(5);
        assertThat(statistics.lastPosition()).isEqualTo(12);
    }

    @Test
    void countsNoMoreTypesThanItHasRoomFor() {
        StatisticsPublisher publisher = new StatisticsPublisher("wallets", () -> now, log);
        publisher.publishBatch(Events.some(1, 1, "x".repeat(Tally.LONGEST_TYPE + 1)));
        for (int i = 0; i < Tally.MOST_TYPES + 50; i++) {
            publisher.publishBatch(Events.some(1, 1, "type " + i));
        }
        publisher.publishBatch(Events.some(1, 1, "type 0"));

        Statistics statistics = publisher.snapshot();
        assertThat(statistics.byType()).hasSize(Tally.MOST_TYPES).containsEntry("type 0", 2L);
        assertThat(statistics.otherTypes()).isEqualTo(51);
    }

    @Test
    void tellsTheRateOfTheLastSecondsOnly() {
        StatisticsPublisher publisher = new StatisticsPublisher("wallets", () -> now, log);
        publisher.publishBatch(Events.some(1, 50, "A"));
        assertThat(publisher.snapshot().perSecond())
                .as("within the first second")
                .isEqualTo(50);
        for (int second = 0; second < 60; second++) {
            advance(1);
            publisher.publishBatch(Events.some(1, 20, "A"));
        }
        assertThat(publisher.snapshot().perSecond()).isCloseTo(20, within(3.0));
        advance(3_600);
        assertThat(publisher.snapshot().perSecond()).isZero();
        publisher.publishBatch(Events.some(1, 20, "A"));
        assertThat(publisher.snapshot().perSecond())
                .as("what was idle does not count for long")
                .isEqualTo(2);
    }

    @Test
    void saysAtMostEveryTenSecondsWhatCame() {
        StatisticsPublisher publisher = new StatisticsPublisher("wallets", () -> now, log);
        publisher.publishBatch(Events.some(1, 100, "A"));
        publisher.publishBatch(Events.some(101, 100, "A"));
        advance(9);
        publisher.publishBatch(Events.some(201, 100, "A"));
        assertThat(log.lines)
                .containsExactly("INFO wallets: 100 events in 1 batches, positions 1 to 100, 100.0 per second");
        advance(1);
        publisher.publishBatch(Events.some(301, 100, "A"));
        assertThat(log.lines.getLast())
                .isEqualTo("INFO wallets: 400 events in 4 batches, positions 1 to 400, 40.0 per second");
        publisher.close();
        assertThat(log.lines).as("nothing is left to be said").hasSize(2);
        publisher.publishBatch(Events.some(401, 1, "A"));
        publisher.close();
        assertThat(log.lines).as("the last ones are said at the end").hasSize(3);
    }

    @Test
    void countsAllTopicsTogether() {
        try (Publishers publishers = new Publishers(getClass().getClassLoader(), () -> now)) {
            EventPublisher one = publishers.publisher(GlobalStatisticsPublisher.NAME, "one");
            EventPublisher other = publishers.publisher(GlobalStatisticsPublisher.NAME, "other");
            ((GlobalStatisticsPublisher) one).publishBatch(Events.some(1, 3, "A"));
            ((GlobalStatisticsPublisher) other).publishBatch(Events.some(1, 4, "B"));
            assertThat(publishers.globalStatistics().events()).isEqualTo(7);
        }
    }
}
