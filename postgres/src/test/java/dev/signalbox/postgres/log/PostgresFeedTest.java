package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.EventLog.ReplayRequest;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behaviour that only the real tables have. */
class PostgresFeedTest {
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);
    private static PostgresLogFixture log;

    private EventLog feed;
    private Incarnation me;
    private OpenResult.Opened opened;

    @BeforeAll
    static void create() throws SQLException {
        log = new PostgresLogFixture();
    }

    @AfterAll
    static void drop() {
        log.close();
    }

    @BeforeEach
    void begin() throws SourceException {
        log.empty();
        me = log.join("me");
        open(PostgresLogFixture.settings(PostgresLogFixture.FEED));
    }

    private void open(FeedSettings settings) throws SourceException {
        feed = log.log().feed(settings);
        opened = (OpenResult.Opened) feed.open(me);
    }

    private ProgressVersion version() {
        return new ProgressVersion(opened.revision(), opened.revision());
    }

    private ReadResult.Page read(ReadPosition from) throws SourceException {
        return (ReadResult.Page) feed.read(me, version(), from, MANY);
    }

    private ReadResult.Page read() throws SourceException {
        return read(ReadPosition.of(opened.feedState().cursor()));
    }

    private static void append(String tags, String data) {
        log.run("INSERT INTO events (type, tags, data) VALUES ('Deposit', '%s', '%s')".formatted(tags, data));
    }

    private void record(@Nullable EventFailure eventFailure) throws SourceException {
        var feedState = new ProgressUpdate.FeedState(opened.feedState().cursor(), List.of(), eventFailure);
        var nothing = new ProgressUpdate.RowChanges(List.of(), List.of(), List.of(), List.of());
        feed.record(
                me,
                new ProgressUpdate(
                        version(),
                        opened.revision() + 1,
                        feedState,
                        nothing,
                        new ProgressUpdate.DeliveryCounts(0, 1, "no")));
        opened = (OpenResult.Opened) feed.open(me);
    }

    @Test
    void aTransactionOfAnotherDatabaseHoldsNothingBackOnceItIsKnown() throws Exception {
        try (PostgresDatabaseFixture other = PostgresDatabaseFixture.create();
                Connection elsewhere = other.connect();
                Statement statement = elsewhere.createStatement()) {
            elsewhere.setAutoCommit(false);
            statement.execute("SELECT pg_current_xact_id()");
            append("{topic}", "1");

            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            ReadResult.Page page = read();
            while (page.ahead().isEmpty() && System.nanoTime() < deadline) {
                page = read(page.readPosition());
            }

            assertThat(page.ahead()).hasSize(1);
            assertThat(log.log().holders()).isEmpty();
            elsewhere.rollback();
        }
    }

    @Test
    void whoHoldsTheHorizonBackIsShown() throws Exception {
        try (Connection holder = log.connect();
                Statement statement = holder.createStatement()) {
            statement.execute("SET application_name = 'sleepy'");
            holder.setAutoCommit(false);
            statement.execute("SELECT pg_current_xact_id()");
            append("{topic}", "1");

            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            ReadResult.Page page = read();
            while (log.log().holders().isEmpty() && System.nanoTime() < deadline) {
                page = read(page.readPosition());
            }

            assertThat(page.ahead()).isEmpty();
            assertThat(log.log().holders()).singleElement().satisfies(it -> {
                assertThat(it.application()).isEqualTo("sleepy");
                assertThat(it.pid()).isNotNull();
                assertThat(it.elsewhere()).isFalse();
            });
            holder.rollback();
            assertThat(read(page.readPosition()).ahead()).hasSize(1);
        }
    }

    @Test
    void aHorizonFromAnotherServerIsTold() throws SourceException {
        append("{topic}", "1");
        log.run("UPDATE signalbox.pairs SET horizon = 4611686018427387904");

        opened = (OpenResult.Opened) feed.open(me);

        assertThat(opened.feedState().cursor().horizon()).isLessThan(4611686018427387904L);
        assertThat(read().ahead()).hasSize(1);
        assertThat(feed.read(me, version(), new ReadPosition(0, 4611686018427387904L), MANY))
                .isEqualTo(new ReadResult.Moved());
    }

    @Test
    void largeEventsAreReadWhenTheyAreHandedOut() throws SourceException {
        append("{topic}", "\"" + "x".repeat(9 << 20) + "\"");
        append("{topic}", "\"" + "y".repeat(11 << 20) + "\"");

        ReadResult.Page page = (ReadResult.Page) feed.read(
                me, version(), ReadPosition.of(opened.feedState().cursor()), new EventLog.Limits(100, 64 << 20));

        assertThat(page.ahead().getFirst().payload().isLeftBehind()).isFalse();
        assertThat(page.ahead().getFirst().payload().bytes()).hasSize((9 << 20) + 2);
        assertThat(page.ahead().getLast().payload().isLeftBehind()).isTrue();
    }

    @Test
    void aStoppedPairGoesOnWhenItsStatusIsSetByHand() throws SourceException {
        append("{topic}", "1");
        record(new EventFailure(1, 3, "no", true));
        assertThat(log.value("SELECT status || error_count || last_error FROM outbox_topic_progress"))
                .isEqualTo("FAILED1no");
        assertThat(feed.replays(me)).isEmpty();

        log.run("UPDATE outbox_topic_progress SET status = 'ACTIVE', error_count = 0, last_error = NULL");

        assertThat(feed.replays(me)).containsExactly(new ReplayRequest(1, null));
    }

    @Test
    void aReadTellsWhetherSomethingIsToBeTriedAgain() throws SourceException {
        read();
        int before = log.reads();
        assertThat(feed.replays(me)).isEmpty();
        assertThat(log.reads()).as("statements after a read that found nothing").isEqualTo(before);

        stop(PostgresLogFixture.FEED);
        log.replay(1);
        assertThat(feed.replays(me)).as("where nothing has read since").containsExactly(new ReplayRequest(1, null));
    }

    @Test
    void oneLookAnswersAllPairs() throws SourceException {
        EventLog other = log.log().feed(PostgresLogFixture.settings(new FeedKey("wallet-events", "other")));
        other.open(me);
        stop(new FeedKey("wallet-events", "other"));
        log.run("UPDATE signalbox.pairs SET replay = true WHERE publisher = 'other'");
        read();

        int before = log.reads();
        assertThat(feed.replays(me)).isEmpty();
        assertThat(log.reads()).isEqualTo(before);
        assertThat(other.replays(me)).containsExactly(new ReplayRequest(1, null));
        assertThat(log.reads()).as("the one that has something asks what it is").isEqualTo(before + 1);
    }

    private static void stop(FeedKey key) {
        log.run("UPDATE signalbox.pairs SET stopped = true, failed_position = 1 WHERE publisher = '%s'"
                .formatted(key.publisher()));
        log.run("UPDATE outbox_topic_progress SET status = 'FAILED' WHERE publisher = '%s'".formatted(key.publisher()));
    }

    @Test
    void aPausedPairSeesWhatIsToBeTriedAgain() throws SourceException {
        log.run("INSERT INTO signalbox.dead_letters (log, topic, publisher, position, attempts, reason)"
                + " VALUES ('public.events', 'wallet-events', 'api', 7, 3, 'no')");
        log.pause(true);
        ReadPosition anywhere = new ReadPosition(0, 1);
        assertThat(feed.read(me, version(), anywhere, MANY)).isEqualTo(new ReadResult.Paused());
        assertThat(feed.replays(me)).isEmpty();

        log.run("UPDATE signalbox.dead_letters SET replay = true");
        assertThat(feed.read(me, version(), anywhere, MANY)).isEqualTo(new ReadResult.Paused());
        assertThat(feed.replays(me)).containsExactly(new ReplayRequest(7, null));
    }

    @Test
    void aNewPairBeginsWhereItIsTold() throws SourceException {
        append("{topic}", "1");
        append("{topic}", "2");
        log.run("UPDATE events SET occurred_at = timestamptz '2026-01-01 00:00:00Z' + position * interval '1 hour'");

        assertThat(start(new LogStart.End())).isEqualTo(2);
        assertThat(start(new LogStart.AtPosition(1))).isEqualTo(1);
        assertThat(start(new LogStart.AtTime(Instant.parse("2026-01-01T02:00:00Z"))))
                .isEqualTo(1);
        assertThat(start(new LogStart.AtTime(Instant.parse("2026-01-02T00:00:00Z"))))
                .isEqualTo(2);
    }

    private long start(LogStart start) throws SourceException {
        var key = new FeedKey("t", start.toString());
        open(new FeedSettings(key, new Topic(List.of(), List.of(), List.of(), List.of()), Grouping.BY_COLUMN, start));
        return opened.feedState().cursor().position();
    }

    @Test
    void topicsAreTheSameInJavaAndInSql() throws SourceException {
        for (String tags : List.of("{a=1}", "{a=1,b=2}", "{b=2}", "{a}", "{aa=1}", "{a=2,c=3}", "{}")) {
            append(tags, "1");
        }
        for (Topic topic : List.of(
                new Topic(List.of(), List.of(), List.of(), List.of()),
                new Topic(List.of("a"), List.of(), List.of(), List.of()),
                new Topic(List.of("a", "b"), List.of(), List.of(), List.of()),
                new Topic(List.of(), List.of("b", "c"), List.of(), List.of()),
                new Topic(List.of(), List.of(), List.of("a=1"), List.of()),
                new Topic(List.of(), List.of(), List.of(), List.of("Deposit")),
                new Topic(List.of(), List.of(), List.of(), List.of("Withdrawal")))) {
            var settings = new FeedSettings(
                    new FeedKey(topic.toString(), "p"), topic, new Grouping("a"), new LogStart.Beginning());
            open(settings);
            ReadResult.Page page = read();
            int seen = page.ahead().size();
            while (page.more()) {
                page = read(page.readPosition());
                seen += page.ahead().size();
            }

            assertThat(log.log().admin().lag(settings))
                    .extracting(PostgresLogAdmin.FeedLag::events, PostgresLogAdmin.FeedLag::atLeast)
                    .containsExactly((long) seen, false);
        }
    }

    @Test
    void operatorsSeeAndChangeAPair() throws SourceException {
        PostgresLogAdmin admin = log.log().admin();
        assertThat(admin.statuses())
                .singleElement()
                .extracting(
                        PostgresLogAdmin.FeedStatus::status,
                        PostgresLogAdmin.FeedStatus::leader,
                        PostgresLogAdmin.FeedStatus::lastPosition)
                .containsExactly("ACTIVE", "node", 0L);

        assertThat(admin.pause(PostgresLogFixture.FEED)).isTrue();
        assertThat(feed.read(me, version(), new ReadPosition(0, 1), MANY)).isEqualTo(new ReadResult.Paused());
        assertThat(admin.resume(PostgresLogFixture.FEED)).isTrue();
        assertThat(feed.read(me, version(), new ReadPosition(0, 1), MANY)).isInstanceOf(ReadResult.Page.class);
        assertThat(admin.move(PostgresLogFixture.FEED, new LogStart.AtPosition(7)))
                .isTrue();
        assertThat(feed.read(me, version(), new ReadPosition(0, 1), MANY)).isEqualTo(new ReadResult.Moved());
        assertThat(admin.pause(new FeedKey("no", "such"))).isFalse();
    }

    @Test
    void thePlaceThatAPairWasMovedToByHandCountsAtOnceForItsLag() throws SourceException {
        append("{topic}", "1");
        append("{topic}", "2");
        FeedSettings settings = PostgresLogFixture.settings(PostgresLogFixture.FEED);
        log.pause(true);

        for (int position : new int[] {2, 0, 1}) {
            log.moveTo(position);
            assertThat(log.log().admin().lag(settings).events()).isEqualTo(2 - position);
        }
    }

    @Test
    void aMoveByHandIsTheBeginningOfAnotherGeneration() throws SourceException {
        long first = opened.generation();
        record(null);
        assertThat(opened.generation()).as("as long as no operator moves it").isEqualTo(first);

        log.moveTo(7);
        opened = (OpenResult.Opened) feed.open(me);
        long second = opened.generation();
        assertThat(second).isGreaterThan(first);

        log.run("DELETE FROM signalbox.pairs");
        opened = (OpenResult.Opened) feed.open(me);
        assertThat(opened.generation()).as("of a feed that begins again").isGreaterThan(second);
    }

    @Test
    void aPairIsOwnedByWhoOpenedItLast() throws SourceException {
        assertThat(feed.owns(me)).isTrue();

        Incarnation other = log.join("other");
        assertThat(feed.owns(other)).isFalse();
        feed.open(other);
        assertThat(feed.owns(me)).isFalse();
        assertThat(feed.owns(other)).isTrue();

        log.fence(other);
        assertThat(feed.owns(other)).isFalse();
    }

    @Test
    void theOldestEventThatWaitsHasAnAge() throws SourceException {
        append("{other}", "1");
        append("{topic}", "2");
        append("{topic}", "3");
        log.run("UPDATE events SET occurred_at = now() - (10 - position) * interval '1 minute'");
        FeedSettings settings = PostgresLogFixture.settings(PostgresLogFixture.FEED);
        PostgresLogAdmin admin = log.log().admin();

        assertThat(admin.lag(settings).oldest()).isBetween(Duration.ofMinutes(8), Duration.ofMinutes(9));
        log.moveTo(3);
        assertThat(admin.lag(settings).oldest()).isNull();
    }

    @Test
    void aNodeThatIsGoneLeadsNothing() throws SourceException {
        PostgresLogAdmin admin = log.log().admin();
        log.run("UPDATE signalbox.nodes SET expires_at = now() - interval '1 second'");
        assertThat(admin.statuses())
                .as("killed")
                .singleElement()
                .extracting(
                        PostgresLogAdmin.FeedStatus::leader,
                        PostgresLogAdmin.FeedStatus::leaderSince,
                        PostgresLogAdmin.FeedStatus::leaderHeartbeat)
                .containsOnlyNulls();

        log.run("UPDATE signalbox.nodes SET expires_at = now() + interval '1 hour'");
        assertThat(admin.statuses().getFirst().leader()).isEqualTo("node");
        feed.leave(me);
        assertThat(admin.statuses().getFirst().leader()).as("stopped").isNull();
    }

    @Test
    void aLogWithoutTransactionsIsRefusedWithWhatToAdd() {
        log.run("CREATE TABLE plain (position bigserial PRIMARY KEY, type text, data text, occurred_at timestamptz)");
        try {
            assertThatThrownBy(() -> log.log("plain").check())
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining(
                            "ALTER TABLE \"public\".\"plain\" ADD COLUMN \"transaction_id\" xid8 NOT NULL")
                    .hasMessageContaining("CREATE INDEX CONCURRENTLY ON \"public\".\"plain\"")
                    .hasMessageContaining("column missing: tags");
        } finally {
            log.run("DROP TABLE plain");
        }
    }
}
