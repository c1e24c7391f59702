package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The start warns if ids do not order rows that were created at the same time. */
class MySqlRecentRowsTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final MySqlPresetTable TABLE = MySqlPresetTable.SENT_FLAG;

    private static MySqlDatabaseFixture create(MySqlTestServer server) throws Exception {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        TABLE.making().make(database);
        return database;
    }

    private static void insert(MySqlDatabaseFixture database, String id, int second) throws SQLException {
        String time = "2024-01-01 00:%02d:%02d".formatted(second / 60, second % 60);
        database.run(TABLE.insert(), id, "g", "{}", time);
    }

    private static List<String> warnings(MySqlDatabaseFixture database) throws Exception {
        return MySqlTestOutboxes.of(database, TABLE.layout(), database.fence(true), OWN).check().stream()
                .filter(warning -> warning.startsWith("rows of a group with the same"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void randomUuidsAreWarnedOfAndThoseThatRiseWithTimeAreNot(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            for (int i = 1; i <= 60; i++) {
                insert(database, UUID.randomUUID().toString(), i);
            }
            assertThat(warnings(database))
                    .as("by the index of the ids")
                    .singleElement()
                    .asString()
                    .contains("the same created_at", "in the order of id", "are random");
            database.run("CREATE INDEX claims ON sent_flags (sent, message_group, created_at)");
            assertThat(warnings(database)).as("by the index of the claims").hasSize(1);

            for (int i = 61; i <= 100; i++) {
                insert(database, "019a9d6c-%04x-7abc-8def-0123456789ab".formatted(i), i);
            }
            assertThat(warnings(database)).as("old rows keep their ids").isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void numbersAndEmptyTablesShowNothing(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            assertThat(warnings(database)).isEmpty();
            database.run("ALTER TABLE sent_flags MODIFY id bigint NOT NULL");
            for (int i = 1; i <= 30; i++) {
                insert(database, Integer.toString(i * 7919 % 1000), i);
            }
            assertThat(warnings(database)).isEmpty();
        }
    }

    @Test
    void theUuidTypeOfMariaDbIsJudgedToo() throws Exception {
        try (MySqlDatabaseFixture database = create(MySqlTestServer.named("mariadb"))) {
            database.run("ALTER TABLE sent_flags MODIFY id uuid NOT NULL");
            insert(database, UUID.randomUUID().toString(), 1);

            assertThat(warnings(database)).singleElement().asString().contains("are random");
        }
    }
}
