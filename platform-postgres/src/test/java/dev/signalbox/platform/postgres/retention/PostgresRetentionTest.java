package dev.signalbox.platform.postgres.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.QueryPlan;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.store.PlatformFixture;
import dev.signalbox.platform.store.RetentionStore.RetentionRound;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresRetentionTest {
    private static final Duration KEPT = Duration.ofDays(30);
    private PlatformTestDatabase database;
    private PlatformFixture node;

    @BeforeEach
    void start() throws Exception {
        database = PlatformTestDatabase.create();
        node = new PlatformFixture(database.store());
    }

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    /** Turns all days and ids into those of 40 days ago. */
    private void age() throws Exception {
        long shift = Duration.ofDays(40).toMillis() << 22;
        for (String table : database.values(
                "SELECT p.relname || ' ' || c.relname || ' '"
                        + " || substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''([0-9]+)''\\)') || ' '"
                        + " || substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([0-9]+)''\\)')"
                        + " FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent"
                        + " JOIN pg_namespace n ON n.oid = p.relnamespace WHERE n.nspname = 'signalbox_platform' AND p.relkind = 'p'")) {
            String[] words = table.split(" ", -1);
            String parent = "signalbox_platform." + words[0];
            String part = "signalbox_platform." + words[1];
            String key = words[0].equals("event_context") ? "event" : words[0].matches("attempts|ended") ? "job" : "id";
            String event = words[0].equals("jobs") ? ", event = event - " + shift : "";
            database.execute(
                    "ALTER TABLE " + parent + " DETACH PARTITION " + part,
                    "UPDATE " + part + " SET " + key + " = " + key + " - " + shift + event,
                    "ALTER TABLE " + part + " RENAME TO " + words[1] + "0",
                    "ALTER TABLE " + parent + " ATTACH PARTITION " + part + "0 FOR VALUES FROM ("
                            + (Long.parseLong(words[2]) - shift) + ") TO (" + (Long.parseLong(words[3]) - shift) + ")");
        }
        database.execute("UPDATE signalbox_platform.deduplication_keys SET id = id - " + shift);
        for (String table : List.of("queue", "deferred", "scheduled", "given_up")) {
            database.execute("UPDATE signalbox_platform." + table + " SET job = job - " + shift);
        }
    }

    @Test
    void oldDaysAreDroppedWithTheirKeys() throws Exception {
        Event old = node.post("{'type':'t','id':'x','contextData':[{'key':'a','value':'b'}]}")
                .event();
        age();

        RetentionRound round = node.store.retention().maintain(KEPT);

        assertThat(round.dropped()).anyMatch(name -> name.startsWith("events_")).hasSize(6 * 9);
        assertThat(round.postponed()).isEmpty();
        assertThat(round.made()).as("today is there again").hasSize(6 * 9);
        assertThat(round.sweptKeys()).isEqualTo(1);
        assertThat(database.count("events")).isZero();
        assertThat(database.count("event_context")).isZero();
        IngestResult again = node.post("{'type':'t','id':'x'}");
        assertThat(again.duplicate()).isFalse();
        assertThat(again.event().id()).isNotEqualTo(old.id());
        assertThat(node.store.retention().maintain(KEPT).dropped()).isEmpty();
    }

    @Test
    void aKeyThatHasExpiredIsFreeBeforeItIsSwept() throws Exception {
        node.post("{'type':'t','id':'x'}");
        database.execute("UPDATE signalbox_platform.registry SET oldest_kept = " + Long.MAX_VALUE);

        assertThat(node.post("{'type':'t','id':'x'}").duplicate()).isFalse();
        assertThat(database.count("deduplication_keys")).isEqualTo(1);
    }

    @Test
    void onlyADayWithJobsThatWaitStays() throws Exception {
        node.subscribe("s", "t");
        node.post("{'type':'t'}");
        age();

        RetentionRound round = node.store.retention().maintain(KEPT);

        assertThat(round.postponed()).singleElement().asString().contains("still wait");
        assertThat(database.count("jobs")).isEqualTo(1);
        assertThat(database.count("events")).isEqualTo(1);
        assertThat(round.dropped()).as("days before and after it").hasSizeGreaterThanOrEqualTo(6 * 7);
        database.execute("DELETE FROM signalbox_platform.queue");
        assertThat(node.store.retention().maintain(KEPT).postponed()).isEmpty();
        assertThat(database.count("jobs")).isZero();
    }

    /** The first of two jobs of a group is given up, and the second waits behind it. */
    private void holdAGroup() throws Exception {
        node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        node.post("{'type':'t','messageGroup':'g'}");
        database.execute(
                "INSERT INTO signalbox_platform.given_up (stream, position, job, message_group)"
                        + " SELECT stream, position, job, message_group FROM signalbox_platform.queue",
                "DELETE FROM signalbox_platform.queue",
                "UPDATE signalbox_platform.jobs SET status = 4");
    }

    @Test
    void aJobThatWasGivenUpKeepsItsDayOnlyIfSomethingWaitsBehindIt() throws Exception {
        holdAGroup();
        age();
        node.store.retention().maintain(Duration.ofDays(365)); // today is there again
        node.post("{'type':'t','messageGroup':'g'}");

        assertThat(node.store.retention().maintain(KEPT).postponed())
                .singleElement()
                .asString()
                .contains("still wait");

        database.execute("UPDATE signalbox_platform.queue SET message_group = 'other'");
        assertThat(node.store.retention().maintain(KEPT).postponed()).isEmpty();
        assertThat(database.count("given_up")).isZero();
        assertThat(database.values("SELECT kind || message_group FROM signalbox_platform.job_requests"))
                .as("what turned up meanwhile goes on")
                .containsExactly("2g");
    }

    @Test
    void theLookForWhatWaitsDoesNotReadABacklogForEachJobThatWasGivenUp() throws Exception {
        int givenUp = 1_000;
        int backlog = 10_000;
        database.execute(
                "INSERT INTO signalbox_platform.given_up (stream, position, job, message_group) SELECT 1, n, n, 'old' || n"
                        + " FROM generate_series(1, " + givenUp + ") n",
                "INSERT INTO signalbox_platform.queue (stream, position, job, message_group)"
                        + " SELECT 1, 10000 + n, 10000 + n, 'new' || n FROM generate_series(1, " + backlog + ") n",
                "ANALYZE");
        Map<String, Object> values =
                Map.of("before", 5_000L, "overlap", 0L, "lowers", new Long[] {0L}, "uppers", new Long[] {5_000L});

        QueryPlan plan;
        try (PostgresConnections connections = database.connect()) {
            plan = QueryPlan.of(connections, DayPartitions.SQL.sql(DayPartitions.Statement.WAITING_DAYS), values);
        }

        assertThat(plan.pagesAltogether()).as(plan.text()).isLessThan(5L * backlog);
    }

    @Test
    void aDayWhoseDetachingWasInterruptedIsFinishedBeforeAnyOther() throws Exception {
        node.post("{'type':'t'}");
        age();
        String last = database.values("SELECT CAST(max(c.relname) AS text) FROM pg_inherits i JOIN pg_class c ON"
                        + " c.oid = i.inhrelid WHERE i.inhparent = CAST('signalbox_platform.events' AS regclass)")
                .getFirst();
        try (Connection reader = database.open();
                Statement reading = reader.createStatement();
                Connection other = database.open();
                Statement detaching = other.createStatement()) {
            reader.setAutoCommit(false);
            reading.execute("SELECT count(*) FROM signalbox_platform.events");
            detaching.execute("SET statement_timeout = '200ms'");
            assertThatThrownBy(() -> detaching.execute("ALTER TABLE signalbox_platform.events DETACH PARTITION"
                            + " signalbox_platform." + last + " CONCURRENTLY"))
                    .hasMessageContaining("timeout");
            reader.commit();
        }

        RetentionRound round = node.store.retention().maintain(KEPT);

        assertThat(round.postponed()).isEmpty();
        assertThat(round.dropped()).contains(last).hasSize(6 * 9);
    }

    @Test
    void aJobThatIsRetriedWhileItsDayIsDetachedKeepsItsEvent() throws Exception {
        node.subscribe("s", "t");
        node.post("{'type':'t'}");
        age();
        database.execute(
                "CREATE TABLE public.retried AS SELECT * FROM signalbox_platform.queue",
                "DELETE FROM signalbox_platform.queue");
        try (Connection reader = database.open();
                Statement statement = reader.createStatement();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM signalbox_platform.jobs");
            Future<RetentionRound> round =
                    threads.submit(() -> node.store.retention().maintain(KEPT));
            await().until(() -> !database.values("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%DETACH PARTITION%'"
                            + " AND wait_event_type = 'Lock' AND datname = current_database()")
                    .isEmpty());
            database.execute("INSERT INTO signalbox_platform.queue SELECT * FROM public.retried");
            reader.commit();

            assertThat(round.get().postponed()).singleElement().asString().contains("was retried");
        }
        assertThat(database.count("events")).isEqualTo(1);
        database.execute("DELETE FROM signalbox_platform.queue");
        node.store.retention().maintain(KEPT);
        assertThat(database.count("events")).isZero();
    }

    @Test
    void aDeletedSubscriptionIsRemovedOnceNoJobOfItIsLeft() throws Exception {
        Subscription used = node.subscribe("used", "t");
        Subscription unused = node.subscribe("unused", "u");
        Subscription recent = node.subscribe("recent", "u");
        node.subscribe("present", "u");
        node.post("{'type':'t'}");
        for (Subscription each : List.of(used, unused, recent)) {
            node.store.subscriptions().delete(each.id());
        }
        database.execute("UPDATE signalbox_platform.subscriptions SET deleted_at = deleted_at - interval '2 days'"
                + " WHERE id <> " + recent.id().toLong());

        node.store.retention().maintain(KEPT);

        assertThat(database.values("SELECT code FROM signalbox_platform.subscriptions ORDER BY code"))
                .containsExactly("present", "recent", "used");
        database.execute("DELETE FROM signalbox_platform.queue", "DELETE FROM signalbox_platform.jobs");
        node.store.retention().maintain(KEPT);
        assertThat(database.values("SELECT code FROM signalbox_platform.subscriptions ORDER BY code"))
                .containsExactly("present", "recent");
    }

    @Test
    void aSlowReaderDoesNotMakeWritersWait() throws Exception {
        node.post("{'type':'t'}");
        age();
        node.store.retention().maintain(Duration.ofDays(365)); // today is there again
        try (Connection reader = database.open();
                Statement statement = reader.createStatement();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM signalbox_platform.events");
            Future<RetentionRound> round =
                    threads.submit(() -> node.store.retention().maintain(KEPT));
            await().until(() -> !database.values("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%DETACH PARTITION%'"
                            + " AND wait_event_type = 'Lock' AND datname = current_database()")
                    .isEmpty());

            for (int i = 0; i < 20; i++) {
                assertThat(node.post("{'type':'t'}").duplicate()).isFalse();
            }
            assertThat(round.isDone()).isFalse();

            reader.commit();
            assertThat(round.get().postponed()).isEmpty();
        }
        assertThat(database.count("events")).isEqualTo(20);
    }

    @Test
    void aDayThatIsMissingIsMadeWhenItIsNeeded() throws Exception {
        for (String part :
                database.values("SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'signalbox_platform' AND c.relispartition AND c.relkind = 'r'")) {
            database.execute("DROP TABLE signalbox_platform." + part);
        }

        Event event = node.post("{'type':'t'}").event();

        assertThat(node.store.events().find(event.id())).isPresent();
        assertThat(Tsid.isValid(event.id().toString())).isTrue();
    }
}
