package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.server.LocalMariaDb;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What can be seen of an outbox table without writing to it. */
class OutboxTableTest {
    private static OutboxTable.Sight look(Connection connection, String table) throws Exception {
        return OutboxTable.named(table, null).look(connection);
    }

    @Test
    void onPostgresItMustBeWritable() throws Exception {
        TestDatabase database = TestDatabase.create();
        database.run("CREATE SCHEMA \"Shop\"");
        database.run("CREATE TABLE \"Shop\".\"EventOutbox\" (event_id text)");
        database.run("CREATE ROLE visitor LOGIN");
        database.run("GRANT SELECT ON signalbox_outbox TO visitor");
        database.run("CREATE ROLE writer LOGIN");
        database.run("GRANT INSERT (id, message_group, type, payload, headers) ON signalbox_outbox TO writer");
        try (Connection owner = database.dataSource().getConnection();
                Connection visitor = DriverManager.getConnection(database.url(), "visitor", "");
                Connection writer = DriverManager.getConnection(database.url(), "writer", "")) {
            assertThat(look(owner, "signalbox_outbox")).isEqualTo(OutboxTable.Sight.VISIBLE);
            assertThat(look(owner, "public.signalbox_outbox")).isEqualTo(OutboxTable.Sight.VISIBLE);
            assertThat(look(owner, "Shop.EventOutbox")).isEqualTo(OutboxTable.Sight.VISIBLE);
            assertThat(look(owner, "EventOutbox")).isEqualTo(OutboxTable.Sight.MISSING);
            assertThat(look(visitor, "signalbox_outbox")).isEqualTo(OutboxTable.Sight.NOT_WRITABLE);
            assertThat(look(writer, "signalbox_outbox")).isEqualTo(OutboxTable.Sight.VISIBLE);
        }
    }

    @Test
    void onMariaDbItMustBeListed() throws Exception {
        if (!LocalMariaDb.isInstalled()) {
            String message = "SKIPPED: the outbox table on MariaDB, because mariadb-server is not installed";
            Assertions.assertNotEquals("true", System.getenv("CI"), message);
            Assumptions.abort(message);
        }
        Path folder = Path.of("target", "mariadb-" + ProcessHandle.current().pid());
        try (LocalMariaDb server = LocalMariaDb.start(folder);
                Connection connection = DriverManager.getConnection(server.url("mysql"), LocalMariaDb.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE shop");
            statement.execute("CREATE TABLE shop.outbox_events (id int)");
            assertThat(look(connection, "shop.outbox_events")).isEqualTo(OutboxTable.Sight.VISIBLE);
            assertThat(look(connection, "outbox_events")).isEqualTo(OutboxTable.Sight.MISSING);
            statement.execute("USE shop");
            assertThat(look(connection, "outbox_events")).isEqualTo(OutboxTable.Sight.VISIBLE);
        }
    }
}
