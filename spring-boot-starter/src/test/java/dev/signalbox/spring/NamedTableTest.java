package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.testkit.server.RequiredServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Checks of a table without writing to it. */
class NamedTableTest {
    private static TableState look(Connection connection, String table) throws Exception {
        return NamedTable.parse(table, null).inspect(connection);
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
            assertThat(look(owner, "signalbox_outbox")).isEqualTo(TableState.READY);
            assertThat(look(owner, "public.signalbox_outbox")).isEqualTo(TableState.READY);
            assertThat(look(owner, "Shop.EventOutbox")).isEqualTo(TableState.READY);
            assertThat(look(owner, "EventOutbox")).isEqualTo(TableState.MISSING);
            assertThat(look(visitor, "signalbox_outbox")).isEqualTo(TableState.NOT_WRITABLE);
            assertThat(look(writer, "signalbox_outbox")).isEqualTo(TableState.READY);
        }
    }

    @Test
    void rowsAreCountedUpToALimit() throws Exception {
        TestDatabase database = TestDatabase.create();
        NamedTable orders = NamedTable.parse("public.orders", null);
        try (Connection connection = database.dataSource().getConnection()) {
            database.run("INSERT INTO orders SELECT n, 1 FROM generate_series(1, 10000) n");
            assertThat(orders.count(connection, "true")).isEqualTo(new RowCount(10_000, false));
            database.run("INSERT INTO orders VALUES ('one more', 2)");
            assertThat(orders.count(connection, "true")).isEqualTo(new RowCount(10_000, true));
            assertThat(orders.count(connection, "total = 2")).isEqualTo(new RowCount(1, false));
        }
    }

    @Test
    void onMariaDbItMustBeListed() throws Exception {
        RequiredServer.mariaDb("the outbox table on MariaDB");
        Path folder = Path.of(
                System.getProperty("java.io.tmpdir"),
                "mariadb-" + ProcessHandle.current().pid());
        try (LocalMySql server = LocalMySql.start(folder);
                Connection connection = DriverManager.getConnection(server.url("mysql"), LocalMySql.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE shop");
            statement.execute("CREATE TABLE shop.outbox_events (id int, status varchar(20))");
            assertThat(look(connection, "shop.outbox_events")).isEqualTo(TableState.READY);
            assertThat(look(connection, "outbox_events")).isEqualTo(TableState.MISSING);
            statement.execute("USE shop");
            statement.execute("INSERT INTO outbox_events VALUES (1, 'PENDING'), (2, 'COMPLETED'), (3, 'PROCESSING')");
            OutboxTable outbox = new OutboxTable(LayoutName.SIGNALBOX, NamedTable.parse("shop.outbox_events", null));
            assertThat(outbox.waiting(connection)).isEqualTo(new RowCount(2, false));
            assertThat(look(connection, "outbox_events")).isEqualTo(TableState.READY);
        }
    }
}
