package dev.signalbox.server.operation;

import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Relays on PostgreSQL with the administration API. */
public final class PostgresRelaysFixture extends RelaysWithApiFixture {
    private final FlowCatalystDatabase database;

    /** The coordination of nodes that are started from now on. */
    public volatile String coordination = "leader";

    public PostgresRelaysFixture(FlowCatalystDatabase database, Path folder) throws Exception {
        super(folder);
        this.database = database;
        database.run("DROP TABLE IF EXISTS outbox_events, second_events; DROP SCHEMA IF EXISTS signalbox CASCADE");
        database.createTable("outbox_events");
    }

    /** A database for all tests of a class. */
    public static AutoCloseable database() {
        return FlowCatalystDatabase.start();
    }

    public static PostgresRelaysFixture on(AutoCloseable database, Path folder) throws Exception {
        return new PostgresRelaysFixture((FlowCatalystDatabase) database, folder);
    }

    /** Starts a node with the relay events and further settings as YAML in one line. */
    public ServedNode serve(String node, String settings) throws Exception {
        return serve(node, settings, "", "postgres");
    }

    public ServedNode serve(String node, String settings, String moreRelays, String user) throws Exception {
        return serveYaml(
                node, """
                signalbox:
                  node-name: %1$s
                  sources:
                    shop: { url: "%2$s", username: %6$s, coordination: %7$s, wake-up: off }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%3$d", batch-size: 1 }
                  relays:
                    events: { source: shop, outbox: { table: outbox_events }, sink: api, path: /x, %4$s }
                %5$s
                """.formatted(node, database.url(), destinationPort(), settings, moreRelays, user, coordination));
    }

    public void sql(String sql) throws SQLException {
        database.run(sql);
    }

    public int count(String state) throws SQLException {
        return database.count("outbox_events", state);
    }

    /** Creates the table of pauses, which the side schema may lack. */
    public void createPauses() throws SQLException {
        database.run("CREATE TABLE IF NOT EXISTS signalbox.relays"
                + " (relay text PRIMARY KEY, paused_at timestamptz, paused_by text, pause_reason text)");
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), "postgres", "");
    }

    public void insert(String id, String group, String state) throws SQLException {
        String processed = state.equals("PENDING") ? "NULL" : "now() AT TIME ZONE 'UTC'";
        String error = state.equals("FAILED") ? "'HTTP 400: no such customer'" : "NULL";
        database.run(
                "INSERT INTO outbox_events VALUES ('%s', 'EVENT', %s, '{\"secret\":1}', '%s', 0, now() AT TIME ZONE 'UTC', %s, %s)"
                        .formatted(id, group.isEmpty() ? "NULL" : "'" + group + "'", state, processed, error));
    }
}
