package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions are created in advance, and dropped when they are old and done for all feeds. */
@SuppressWarnings("NullAway.Init") // set before each test
class LogPartitionsTest {
    private static final String TABLE = "public.signalbox_log";
    private static final List<FeedKey> FEEDS = List.of(PostgresLogFixture.FEED);
    private static final PartitionSettings DAILY = PartitionSettings.DEFAULT;
    private static final PartitionSettings KEEP = new PartitionSettings(Duration.ofDays(1), 3, null);

    private PostgresLogFixture log;
    private LogPartitions partitions;

    @BeforeEach
    void create() throws SQLException {
        log = new PostgresLogFixture(PostgresLogFixture.Kind.OWN);
        partitions = log.log().partitions(TABLE, DAILY, FEEDS);
    }

    @AfterEach
    void drop() {
        log.close();
    }

    private static void insert(PostgresLogFixture log, String when) {
        log.run("INSERT INTO signalbox_log (id, message_group, type, payload, created_at) VALUES ('a', 'g', 'T', '{}', "
                + when + ")");
    }

    private void feedAt(long position) {
        log.run(
                "INSERT INTO signalbox.pairs (log, topic, publisher, position, horizon, cut, revision) VALUES"
                        + " ('public.signalbox_log', 'wallet-events', 'api', " + position
                        + ", CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint), 0, 0)"
                        + " ON CONFLICT (log, topic, publisher) DO UPDATE SET position = excluded.position, horizon = excluded.horizon");
    }

    private String names() {
        return log.value(
                "SELECT string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid::regclass::text) FROM pg_inherits"
                        + " WHERE inhparent = 'signalbox_log'::regclass");
    }

    private long inRest() {
        return Long.parseLong(log.value("SELECT count(*) FROM signalbox_log_rest"));
    }

    @Test
    void partitionsAreMadeAheadOnceAndTakeTheRows() throws SourceException {
        assertThat(log.log().partitions(TABLE, KEEP, FEEDS).maintain().made()).hasSize(4);
        assertThat(log.log().partitions(TABLE, KEEP, FEEDS).maintain())
                .isEqualTo(new LogPartitions.MaintenanceResult(List.of(), List.of(), 0, List.of()));

        insert(log, "now()");
        insert(log, "now() + interval '3 days'");
        insert(log, "now() + interval '9 days'");

        assertThat(inRest()).as("only what is too far ahead").isEqualTo(1);
        assertThat(log.value("SELECT count(*) FROM pg_index i JOIN pg_inherits h ON h.inhrelid = i.indrelid"
                        + " WHERE h.inhparent = 'signalbox_log'::regclass AND i.indisvalid"))
                .as("two indexes on each of seven partitions, and one of the rest's own")
                .isEqualTo("15");
    }

    @Test
    void otherLengthsThanBeforeFillTheGaps() throws SourceException {
        log.log().partitions(TABLE, KEEP, FEEDS).maintain();
        String before = names();

        var hourly = new PartitionSettings(Duration.ofHours(36), 3, null);
        LogPartitions.MaintenanceResult maintenanceResult =
                log.log().partitions(TABLE, hourly, FEEDS).maintain();

        assertThat(maintenanceResult.postponed()).isEmpty();
        assertThat(names()).contains(before.split(" ", -1));
        insert(log, "now() + interval '4 days'");
        assertThat(inRest()).isZero();
    }

    @Test
    void rowsThatAreInTheRestAlreadyStayThereAndHinderNoWriter() throws SourceException {
        insert(log, "now()");

        assertThat(partitions.maintain().made()).hasSize(3);
        insert(log, "now()");

        assertThat(inRest()).isEqualTo(2);
        log.run("UPDATE signalbox_log_rest SET created_at = now() - interval '30 days'");
        feedAt(1);
        assertThat(partitions.maintain().cleared()).as("only what is done").isEqualTo(1);
        feedAt(2);
        assertThat(partitions.maintain().cleared()).isEqualTo(1);
        assertThat(inRest()).isZero();
    }

    @Test
    void aPartitionGoesWhenEveryFeedIsDoneWithIt() throws SourceException {
        insert(log, "'2026-01-01 12:00Z'");
        insert(log, "'2026-01-02 12:00Z'");
        assertThat(partitions.maintain().postponed())
                .singleElement()
                .asString()
                .contains("wallet-events/api has not begun yet");
        feedAt(1);
        log.run("INSERT INTO signalbox.pairs (log, topic, publisher, position, horizon, cut, revision) VALUES"
                + " ('public.signalbox_log by public.other', 'all', 'slow', 0, 9223372036854775807, 0, 0)");

        LogPartitions.MaintenanceResult maintenanceResult = partitions.maintain();
        assertThat(maintenanceResult.dropped()).isEmpty();
        assertThat(maintenanceResult.postponed())
                .containsExactly("partition public.one is old, but not done: the feed all/slow is at position 0");

        log.run("UPDATE signalbox.pairs SET position = 7 WHERE topic = 'all'");
        maintenanceResult = partitions.maintain();
        assertThat(maintenanceResult.dropped()).containsExactly("public.one");
        assertThat(maintenanceResult.postponed())
                .containsExactly(
                        "partition public.two is old, but not done: the feed wallet-events/api is at position 1");

        feedAt(2);
        assertThat(partitions.maintain().dropped()).containsExactly("public.two");
        assertThat(log.value("SELECT count(*) FROM signalbox_log")).isEqualTo("0");
    }

    @Test
    void parkedRowsAndDeadLettersHoldWhatTheyNeed() throws SourceException {
        insert(log, "'2026-01-01 12:00Z'");
        insert(log, "'2026-01-01 13:00Z'");
        feedAt(9);
        log.run(
                "INSERT INTO signalbox.parked (log, topic, publisher, single, message_group, stragglers, from_position, done,"
                        + " stopped) VALUES ('public.signalbox_log', 'wallet-events', 'api', 0, 'g', '{2}', 7, '{}', false)");
        assertThat(partitions.maintain().postponed()).singleElement().asString().contains("group g, which is parked");

        log.run("DELETE FROM signalbox.parked");
        log.run("INSERT INTO signalbox.dead_letters (log, topic, publisher, position, attempts, reason)"
                + " VALUES ('public.signalbox_log', 'wallet-events', 'api', 1, 3, 'no')");
        assertThat(partitions.maintain().postponed())
                .singleElement()
                .asString()
                .contains("a dead letter at position 1");

        log.run("DELETE FROM signalbox.dead_letters");
        assertThat(partitions.maintain().dropped()).containsExactly("public.one", "public.two");
    }

    @Test
    void whatAnOpenTransactionHasWrittenIsNeverDropped() throws Exception {
        feedAt(9);
        partitions = log.log().partitions(TABLE, KEEP, FEEDS);
        partitions.maintain();
        partitions = log.log().partitions(TABLE, DAILY, FEEDS);
        try (Connection writer = log.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute(
                    "INSERT INTO signalbox_log (type, payload, created_at) VALUES ('T', '{}', '2026-01-01 12:00Z')");
            LogPartitions.MaintenanceResult maintenanceResult = partitions.maintain();
            assertThat(maintenanceResult.dropped()).isEmpty();
            assertThat(maintenanceResult.postponed())
                    .containsExactly("could not drop partition public.one: the table is in use");
            writer.commit();
        }

        assertThat(partitions.maintain().postponed())
                .as("its position was passed, but it came late")
                .singleElement()
                .asString()
                .contains("public.one is old, but not done");
        feedAt(9);
        assertThat(partitions.maintain().dropped()).containsExactly("public.one", "public.two");
    }

    @Test
    void aRowWrittenByHandReachesTheReceiverWithItsOwnId() throws SourceException {
        log.run("INSERT INTO signalbox_log (id, message_group, type, payload, tags)"
                + " VALUES ('order-7', 'shop', 'OrderPlaced', '{\"n\":1}', '{topic}')");
        Incarnation me = log.join("me");
        EventLog feed = log.feed();
        OpenResult.Opened opened = (OpenResult.Opened) feed.open(me);

        ReadResult.Page page = (ReadResult.Page) feed.read(
                me,
                new ProgressVersion(opened.revision(), opened.revision()),
                ReadPosition.of(opened.feedState().cursor()),
                new EventLog.Limits(10, 1 << 20));

        assertThat(page.ahead())
                .singleElement()
                .extracting(LogEvent::group, LogEvent::type, LogEvent::tags)
                .containsExactly("shop", "OrderPlaced", List.of("topic", "id=order-7"));
    }
}
