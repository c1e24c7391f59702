package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insertMany;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlArchivingTest {
    private static final OutboxSettings ARCHIVE =
            OutboxSettings.DEFAULTS.with(new Retention.ArchiveAfter(Duration.ofDays(1), null, "outbox_archive"));

    private static int archiveAll(MySqlOutbox outbox, Incarnation me) throws Exception {
        int moved = 0;
        SweepResult sweepResult;
        do {
            sweepResult = outbox.sweep(me);
            moved += sweepResult.deleted();
        } while (sweepResult.more());
        return moved;
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void completedRowsMoveWholeAndOnce(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            Incarnation me = database.join("me");
            MySqlOutbox outbox = flowcatalyst(database, ARCHIVE);
            assertThat(outbox.check()).singleElement().asString().contains("does not exist", "schema install");
            database.run("CREATE TABLE outbox_archive LIKE outbox_events");
            assertThat(outbox.check()).isEmpty();
            for (String status : new String[] {"COMPLETED", "FAILED", "PENDING"}) {
                insertMany(database, 600, 4, status);
            }
            database.run("UPDATE outbox_events SET processed_at = IF(substr(id, 3) < 550,"
                    + " NOW() - INTERVAL 2 DAY, NOW() - INTERVAL 1 HOUR)");
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute(
                        "SELECT id FROM outbox_events WHERE status = 'COMPLETED' AND substr(id, 3) = 7 FOR UPDATE");
                assertThat(archiveAll(outbox, me)).isLessThan(550);
                other.rollback();
            }
            archiveAll(outbox, me);

            assertThat(database.rows("SELECT status, count(*) FROM outbox_events GROUP BY status ORDER BY status"))
                    .containsExactly("COMPLETED|50", "FAILED|600", "PENDING|600");
            assertThat(database.rows("SELECT status, count(*), sum(payload = '') FROM outbox_archive GROUP BY status"))
                    .containsExactly("COMPLETED|550|0");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatTheArchiveCannotTakeStays(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            Incarnation me = database.join("me");
            database.run("CREATE TABLE outbox_archive (PRIMARY KEY (id)) AS SELECT * FROM outbox_events WHERE false");
            database.run("ALTER TABLE outbox_events ADD COLUMN tenant varchar(20) DEFAULT 'acme'");
            MySqlOutbox outbox = flowcatalyst(database, ARCHIVE);
            insertMany(database, 10, 2, "COMPLETED");
            database.run("UPDATE outbox_events SET processed_at = created_at");
            assertThatThrownBy(() -> archiveAll(outbox, me))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("outbox_archive has no column tenant");
            database.run("ALTER TABLE outbox_archive ADD COLUMN tenant varchar(3)");
            assertThatThrownBy(() -> archiveAll(outbox, me)).hasMessageContaining("varchar(3)");
            database.run("ALTER TABLE outbox_archive MODIFY tenant varchar(20), ENGINE = MyISAM");
            assertThatThrownBy(() -> archiveAll(outbox, me)).hasMessageContaining("InnoDB");
            database.run("ALTER TABLE outbox_archive ENGINE = InnoDB");
            database.run("INSERT INTO outbox_archive SELECT * FROM outbox_events LIMIT 1");
            assertThatThrownBy(() -> archiveAll(outbox, me)).hasMessageContaining("Duplicate entry");
            assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("10");

            database.run("DELETE FROM outbox_archive");
            assertThat(archiveAll(outbox, me)).isEqualTo(10);
            assertThat(database.rows("SELECT DISTINCT tenant FROM outbox_archive"))
                    .containsExactly("acme");
        }
    }
}
