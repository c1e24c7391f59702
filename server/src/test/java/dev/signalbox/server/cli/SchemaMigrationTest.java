package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.operation.MySqlOutboxDatabase;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that {@code schema sql --all} prints without a database, run by an administrator for another role. */
@SuppressWarnings("NullAway.Init") // set before each test
class SchemaMigrationTest {
    private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/nowhere";
    private static final String RELAYS = """
              sources:
                shop: { url: "%1$s", username: %2$s, password: secret, connect-timeout: 1s }
              sinks:
                api: { type: http, base-url: "http://localhost:1" }
              relays:
                events: { source: shop, sink: api, outbox: { layout: flowcatalyst, table: orders, archive: { after: 7d } } }
                own: { source: shop, sink: api, outbox: { layout: signalbox } }
              logs:
                log: { source: shop, layout: signalbox-log, topics: { all: { publishers: api } } }
              platform:
                { enabled: true, database-url: "%1$s", database-username: %2$s, database-password: secret }
            """;

    @AutoClose
    private static FlowCatalystDatabase database;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String settings = RELAYS;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        database = FlowCatalystDatabase.start();
    }

    @BeforeEach
    void reset() throws SQLException {
        database.run("DROP SCHEMA IF EXISTS signalbox CASCADE; DROP SCHEMA IF EXISTS signalbox_platform CASCADE;"
                + " DROP TABLE IF EXISTS orders, orders_archive, signalbox_outbox, signalbox_outbox_failed, signalbox_log,"
                + " outbox_topic_progress CASCADE; DROP ROLE IF EXISTS relay_role");
        database.createTable("orders");
        database.run("DROP INDEX idx_orders_status; CREATE ROLE relay_role LOGIN PASSWORD 'secret'");
    }

    @Test
    void aRoleWithoutRightsHasAllThatItNeedsAfterwards() throws Exception {
        assertThat(run(NOWHERE, "relay_role", "sql", "--all", "--part", "tables"))
                .as(err.toString())
                .isZero();
        String tables = out.toString();
        assertThat(tables).doesNotContain("BEGIN;", "CONCURRENTLY");
        run(NOWHERE, "relay_role", "sql", "--all", "--part", "indexes");
        String indexes = out.toString();

        database.run("BEGIN;" + tables + "COMMIT;");
        for (String statement : statements(indexes)) {
            assertThat(statement).startsWith("CREATE INDEX CONCURRENTLY");
            database.run(statement);
        }

        assertThat(run(database.url(), "relay_role", "check"))
                .as(out.toString())
                .isZero();
        database.run("DROP OWNED BY relay_role CASCADE");
    }

    @Test
    void theWholeScriptIsOneTransactionAndWhatCannotBeInIt() throws Exception {
        assertThat(run(NOWHERE, "shop", "sql", "--all", "--role", "re\"lay"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString())
                .contains(
                        "TO \"re\"\"lay\"", "-- Part 1, tables: one transaction", "-- Part 2, indexes: each statement")
                .doesNotContain("\"shop\"");
        String first = out.toString().substring(0, out.toString().indexOf("-- Part 2"));
        assertThat(first)
                .contains("BEGIN;", "COMMIT;", "CREATE SCHEMA IF NOT EXISTS signalbox", "CREATE TRIGGER signalbox_wake")
                .doesNotContain("CONCURRENTLY");
    }

    @Test
    void onlyOneSourceIsPrintedIfItIsNamed() throws Exception {
        assertThat(run(NOWHERE, "shop", "sql", "--all", "--source", "shop")).isZero();
        assertThat(out.toString()).contains("signalbox_outbox").doesNotContain("signalbox_platform");
    }

    @Test
    void wrongOptionsAreNamed() throws Exception {
        assertThat(run(NOWHERE, "shop", "sql", "--role", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("--role, --part and --source belong to --all");
        assertThat(run(NOWHERE, "shop", "sql", "--all", "--role", "x".repeat(64)))
                .isEqualTo(2);
        assertThat(err.toString()).contains("role: 'xxx").contains("cannot be a name in the database");
        assertThat(run(NOWHERE, "shop", "sql", "--all", "--part", "views")).isEqualTo(2);
        assertThat(err.toString()).contains("--part: 'views' is no part; allowed are tables and indexes");
        assertThat(run(NOWHERE, "shop", "sql", "--all", "--source", "other")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no source other; there is shop");
    }

    @Test
    void onMariaDbTheScriptDoesItToo() throws Exception {
        settings = """
                  sources:
                    shop: { %s }
                  sinks:
                    api: { type: http, base-url: "http://localhost:1" }
                  relays:
                    events: { source: shop, sink: api, outbox: { table: outbox_events, archive: { after: 7d } } }
                    own: { source: shop, sink: api, outbox: { layout: signalbox } }
                """;
        try (MySqlOutboxDatabase shop = MySqlOutboxDatabase.onMariaDb()) {
            shop.run("DROP INDEX idx_outbox_events_status ON outbox_events");
            assertThat(run(shop.source(), "", "sql", "--all", "--role", "re'lay"))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).contains("TO 're''lay'@'%'", "each statement commits by itself");
            for (String statement : statements(out.toString())) {
                if (!statement.startsWith("GRANT")) {
                    shop.run(statement);
                }
            }
            assertThat(run(shop.source(), "", "check")).as(out.toString()).isZero();
        }
    }

    private static String[] statements(String script) {
        return Arrays.stream(script.replaceAll("(?m)^--.*$", "").split(";\n", -1))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toArray(String[]::new);
    }

    private int run(String url, String role, String verb, String... more) throws IOException {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), "signalbox:\n" + settings.formatted(url, role));
        String[] arguments = new String[4 + more.length];
        arguments[0] = "schema";
        arguments[1] = verb;
        arguments[2] = "--config";
        arguments[3] = file.toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
