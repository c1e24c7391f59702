package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insertMany;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlSweepingTest {
    private static int sweepAll(MySqlDatabaseFixture database, Incarnation me) throws Exception {
        MySqlOutbox outbox =
                flowcatalyst(database, OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ofDays(1))));
        int deleted = 0;
        SweepResult sweepResult;
        do {
            sweepResult = outbox.sweep(me);
            assertThat(sweepResult.deleted()).isLessThanOrEqualTo(500);
            deleted += sweepResult.deleted();
        } while (sweepResult.more());
        return deleted;
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void onlyCompletedRowsThatWereKeptLongEnoughAreDeleted(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            Incarnation me = database.join("me");
            for (String status : new String[] {"COMPLETED", "FAILED", "PENDING"}) {
                insertMany(database, 1_200, 4, status);
            }
            database.run("UPDATE outbox_events SET message_group = NULL WHERE message_group = 'group-0'");
            database.run("UPDATE outbox_events SET processed_at = IF(substr(id, 3) < 1000,"
                    + " NOW() - INTERVAL 2 DAY, NOW() - INTERVAL 1 HOUR)");

            assertThat(sweepAll(database, me)).isEqualTo(1_000);
            assertThat(database.rows("SELECT status, count(*) FROM outbox_events GROUP BY status ORDER BY status"))
                    .containsExactly("COMPLETED|200", "FAILED|1200", "PENDING|1200");
            assertThat(sweepAll(database, me)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void manyGroupsAreSweptInLaps(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            Incarnation me = database.join("me");
            insertMany(database, 4_000, 1_500, "COMPLETED");
            database.run("UPDATE outbox_events SET processed_at = created_at");

            assertThat(sweepAll(database, me)).isEqualTo(4_000);
            assertThat(sweepAll(database, me)).isZero();
        }
    }
}
