package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresArchivingTest {
    private static final Retention ARCHIVE = new Retention.ArchiveAfter(Duration.ofDays(7), null, "outbox_archive");
    private static final String ROWS = """
            INSERT INTO outbox_events (id, type, message_group, payload, status, created_at, processed_at)
            SELECT word || s, 'EVENT', CASE WHEN s %% 5 > 0 THEN 'g' || s %% 5 END, '{"n":' || s || '}', word,
                   now() AT TIME ZONE 'UTC' - interval '30 days',
                   now() AT TIME ZONE 'UTC' - CASE WHEN s <= %1$d THEN interval '8 days' ELSE interval '6 days' END
            FROM generate_series(1, %2$d) s, unnest('{COMPLETED,FAILED,PENDING}'::text[]) word""";
    private static final String BY_STATUS = "SELECT status, count(*) FROM %s GROUP BY status ORDER BY status";

    private OutboxTestDatabase outboxTestDatabase;
    private Incarnation me;
    private PostgresOutbox outbox;

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outboxTestDatabase.run("CREATE TABLE outbox_archive (LIKE outbox_events, PRIMARY KEY (id))");
        me = outboxTestDatabase.join("me");
        outbox = PostgresTestOutboxes.flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS.with(ARCHIVE));
    }

    private int archiveAll() throws Exception {
        int moved = 0;
        SweepResult sweepResult;
        do {
            sweepResult = outbox.sweep(me);
            assertThat(sweepResult.deleted()).isLessThanOrEqualTo(500);
            moved += sweepResult.deleted();
        } while (sweepResult.more());
        return moved;
    }

    @Test
    void onlyCompletedRowsThatAreOldEnoughMoveAndNothingOfThemIsLost() throws Exception {
        assertThat(outbox.check()).isEmpty();
        outboxTestDatabase.run(ROWS.formatted(1_000, 1_200));
        String before =
                outboxTestDatabase.value("SELECT md5(string_agg(e::text, ',' ORDER BY id)) FROM outbox_events e");

        assertThat(archiveAll()).isEqualTo(1_000);

        assertThat(outboxTestDatabase.rows(BY_STATUS.formatted("outbox_events")))
                .containsExactly("COMPLETED|200", "FAILED|1200", "PENDING|1200");
        assertThat(outboxTestDatabase.rows(BY_STATUS.formatted("outbox_archive")))
                .containsExactly("COMPLETED|1000");
        assertThat(outboxTestDatabase.value("SELECT md5(string_agg(e::text, ',' ORDER BY id))"
                        + " FROM (SELECT * FROM outbox_events UNION ALL SELECT * FROM outbox_archive) e"))
                .isEqualTo(before);
        assertThat(archiveAll()).isZero();
    }

    @Test
    void aColumnThatTheArchiveLacksKeepsRowsWhereTheyAre() throws Exception {
        outboxTestDatabase.run(ROWS.formatted(10, 10));
        outboxTestDatabase.run("ALTER TABLE outbox_events ADD COLUMN tenant varchar(20) DEFAULT 'acme'");
        assertThatThrownBy(() -> outbox.sweep(me))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("archive old rows", "outbox_archive has no column tenant character varying(20)");
        assertThat(outbox.check()).singleElement().asString().contains("stay where they are", "tenant");

        outboxTestDatabase.run("ALTER TABLE outbox_archive ADD COLUMN tenant text");
        assertThatThrownBy(() -> outbox.sweep(me)).hasMessageContaining("of type text in the archive");

        outboxTestDatabase.run("ALTER TABLE outbox_archive DROP COLUMN tenant, ADD COLUMN tenant varchar(20),"
                + " ADD COLUMN archived_at timestamptz DEFAULT now()");
        assertThat(archiveAll()).isEqualTo(10);
        assertThat(outboxTestDatabase.rows("SELECT DISTINCT tenant, archived_at IS NOT NULL FROM outbox_archive"))
                .containsExactly("acme|t");
    }

    @Test
    void whatTheArchiveDoesNotTakeStaysWhole() throws Exception {
        outboxTestDatabase.run(ROWS.formatted(10, 10));
        outboxTestDatabase.run("INSERT INTO outbox_archive SELECT * FROM outbox_events WHERE id = 'COMPLETED5'");
        assertThatThrownBy(this::archiveAll).hasMessageContaining("outbox_archive_pkey");
        outboxTestDatabase.run("DELETE FROM outbox_archive");
        outboxTestDatabase.run("""
                CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
                CREATE TRIGGER swallow BEFORE INSERT ON outbox_archive FOR EACH ROW EXECUTE FUNCTION swallow()""");
        assertThatThrownBy(this::archiveAll).hasMessageContaining("took 0 of");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE status = 'COMPLETED'"))
                .isEqualTo("10");
    }

    @Test
    void aMissingTableOrRightIsSaidAndKeepsNothingFromBeingDelivered() throws Exception {
        outboxTestDatabase.run(ROWS.formatted(1, 1));
        outboxTestDatabase.run("""
                DROP ROLE IF EXISTS archive_relay;
                CREATE ROLE archive_relay LOGIN;
                GRANT SELECT, UPDATE ON outbox_events TO archive_relay;
                GRANT USAGE ON SCHEMA signalbox TO archive_relay;
                GRANT ALL ON ALL TABLES IN SCHEMA signalbox TO archive_relay""");
        var limited = new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                PostgresTestOutboxes.RELAY,
                outboxTestDatabase.fenceAs("archive_relay", true),
                outboxTestDatabase.source("archive_relay")::getConnection,
                OutboxSettings.DEFAULTS.with(ARCHIVE));

        assertThat(limited.check()).anyMatch(it -> it.contains("DELETE")).anyMatch(it -> it.contains("INSERT"));
        assertThatThrownBy(() -> limited.sweep(me)).hasMessageContaining("the right to DELETE from outbox_events");
        outboxTestDatabase.run("DROP TABLE outbox_archive");
        assertThat(limited.check()).singleElement().asString().contains("does not exist", "schema install");
        assertThat(PostgresTestOutboxes.ids(limited.claim(me, PostgresTestOutboxes.request(5, 5))))
                .containsExactly("PENDING1");
        outboxTestDatabase.run("DROP OWNED BY archive_relay; DROP ROLE archive_relay");
    }

    @Test
    void aNodeThatHasLostItsLeaseMovesNothingAndTwoNodesMoveEachRowOnce() throws Exception {
        outboxTestDatabase.run(ROWS.formatted(20, 20));
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'COMPLETED3' FOR UPDATE");
            assertThat(archiveAll()).as("a row that somebody has locked waits").isEqualTo(19);
            other.rollback();
        }
        outboxTestDatabase.run("DELETE FROM signalbox.nodes");
        assertThat(outbox.sweep(me).deleted()).isZero();
        me = outboxTestDatabase.join("you");
        assertThat(archiveAll()).isEqualTo(1);
        assertThat(outboxTestDatabase.value("SELECT count(*), count(DISTINCT id) FROM outbox_archive"))
                .isEqualTo("20|20");
    }

    @Test
    void largePayloadsMoveFewAtATime() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, payload, status, created_at, processed_at)
                SELECT s, 'EVENT', repeat('x', 6 << 20), 'COMPLETED', '2024-01-01', '2024-01-01' FROM generate_series(1, 5) s""");
        assertThat(outbox.sweep(me).deleted()).isEqualTo(3);
        assertThat(archiveAll()).isEqualTo(2);
    }

    @Test
    void deadLettersOfCatboxStay() throws Exception {
        outboxTestDatabase.run("DROP TABLE outbox_events, outbox_archive");
        outboxTestDatabase.run(OutboxTestDatabase.resource("catbox.sql"));
        outboxTestDatabase.run("CREATE TABLE outbox_archive (LIKE outbox_events, PRIMARY KEY (id))");
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, aggregate_id, event_type, payload, created_at, sent_at, in_progress_until)
                SELECT s, 'o' || s, 'E', '{}', '2024-01-01', CASE WHEN s <= 600 THEN timestamp '2024-01-02' END,
                       CASE WHEN s = 601 THEN timestamp 'infinity' END
                FROM generate_series(1, 602) s""");
        outbox = PostgresTestOutboxes.of(
                outboxTestDatabase, OutboxLayouts.CATBOX.layout(), OutboxSettings.DEFAULTS.with(ARCHIVE));
        assertThat(archiveAll()).isEqualTo(600);
        assertThat(outboxTestDatabase.rows("SELECT sent_at, in_progress_until FROM outbox_events ORDER BY 2"))
                .containsExactly("null|infinity", "null|null");
    }

    @Test
    void aNumberThatTheDatabaseGaveStaysTheSame() throws Exception {
        outboxTestDatabase.run("""
                DROP TABLE outbox_archive;
                ALTER TABLE outbox_events ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY,
                    ADD COLUMN twice bigint GENERATED ALWAYS AS (retry_count * 2) STORED;
                CREATE TABLE outbox_archive (LIKE outbox_events INCLUDING ALL)""");
        outboxTestDatabase.run(ROWS.formatted(3, 3));
        String numbers = "SELECT string_agg(id || n || twice, ',' ORDER BY id) FROM %s WHERE status = 'COMPLETED'";
        String before = outboxTestDatabase.value(numbers.formatted("outbox_events"));
        assertThat(archiveAll()).isEqualTo(3);
        assertThat(outboxTestDatabase.value(numbers.formatted("outbox_archive")))
                .isEqualTo(before);
    }
}
