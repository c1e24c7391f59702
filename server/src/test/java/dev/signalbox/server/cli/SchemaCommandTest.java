package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
class SchemaCommandTest {
    @AutoClose
    private static FlowCatalystDatabase database;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String relays = """
            events: { source: shop, sink: api, outbox: { layout: flowcatalyst, table: orders } }
                odd: { source: shop, sink: api, outbox: { layout: flowcatalyst, table: Odd-Table } }""";

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        database = FlowCatalystDatabase.start();
    }

    @BeforeEach
    void reset() throws SQLException {
        database.run("DROP SCHEMA IF EXISTS signalbox CASCADE; DROP TABLE IF EXISTS orders, \"Odd-Table\"");
        database.createTable("orders");
        database.run("ALTER TABLE orders RENAME TO \"Odd-Table\"");
        database.run("DROP INDEX idx_orders_status");
        database.createTable("orders");
    }

    @Test
    void checkSaysWhatWouldImproveAndChangesNothing() throws IOException {
        assertThat(run("check")).isEqualTo(4);
        assertThat(out.toString())
                .contains("relay events: table orders of source shop", "works, and could do better")
                .containsPattern("ok +table")
                .containsPattern("ok +claim index")
                .containsPattern("missing +schema signalbox")
                .containsPattern("missing +wake-up trigger");
        assertThat(run("check")).isEqualTo(4);
    }

    @Test
    void installAddsItShowsProgressAndCanBeRunAgain() throws IOException {
        assertThat(run("install", "--dry-run")).isZero();
        assertThat(out.toString()).contains("would create trigger signalbox_wake on Odd-Table");
        assertThat(run("check")).as("after a dry run").isEqualTo(4);

        assertThat(run("install")).isZero();
        assertThat(out.toString()).contains("create index signalbox_claim_Odd-Table");
        assertThat(run("check")).isZero();

        clear();
        assertThat(run("install")).isZero();
        assertThat(out.toString()).contains("nothing to add");
    }

    @Test
    void sqlPrintsAScriptForAnAdministrator() throws IOException {
        assertThat(run("sql", "--relay", "odd")).isZero();
        assertThat(out.toString())
                .contains(
                        "CREATE SCHEMA IF NOT EXISTS signalbox;",
                        "ON \"public\".\"Odd-Table\" (\"status\", \"message_group\", \"created_at\");",
                        "CREATE TRIGGER signalbox_wake AFTER INSERT ON \"public\".\"Odd-Table\"")
                .doesNotContain("orders", "secret");
    }

    @Test
    void jsonIsForPrograms() throws IOException {
        assertThat(run("check", "--json", "--relay", "events")).isEqualTo(4);
        assertThat(out.toString())
                .startsWith("[")
                .contains("\"relay\" : \"events\"", "\"works\" : true", "\"state\" : \"missing\"");

        clear();
        assertThat(run("install", "--json")).isZero();
        assertThat(out.toString()).startsWith("[").contains("\"failures\" : [ ]");
    }

    @Test
    void aTableThatCannotWorkEndsWithFive() throws Exception {
        database.run("ALTER TABLE orders DROP COLUMN payload");

        assertThat(run("check")).isEqualTo(5);
        assertThat(out.toString()).contains("column payload (for payload) does not exist", "cannot work");
    }

    @Test
    void aTableThatCannotWorkIsMendedByTheScript() throws Exception {
        database.run("ALTER TABLE orders ALTER COLUMN status TYPE varchar(5), ALTER COLUMN processed_at SET NOT NULL");

        assertThat(run("check", "--relay", "events")).isEqualTo(5);
        assertThat(out.toString())
                .contains(
                        "table orders: column status is of type character varying(5), which cannot hold PENDING",
                        "table orders: column processed_at is NOT NULL",
                        "cannot work: see 'signalbox schema install' and 'signalbox schema sql'");
        clear();
        assertThat(run("install", "--relay", "events")).isZero();
        assertThat(out.toString()).contains("left to an administrator: mend: table orders: column status");
        assertThat(run("check", "--relay", "events")).isEqualTo(5);
        clear();
        assertThat(run("sql", "--relay", "events")).isZero();
        assertThat(out.toString())
                .contains(
                        "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"status\" TYPE varchar(20);",
                        "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"processed_at\" DROP NOT NULL;");
        database.run(out.toString());

        assertThat(run("check", "--relay", "events")).isEqualTo(4);
    }

    @Test
    void triggersFireOnlyIfItIsAskedFor() throws Exception {
        database.run("CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS"
                + " $$ BEGIN RAISE EXCEPTION 'no updates here'; END $$; CREATE TRIGGER guard BEFORE UPDATE ON orders"
                + " FOR EACH ROW EXECUTE FUNCTION refuse()");
        database.insert("orders", "g", 1, 1);

        assertThat(run("check", "--relay", "events")).isEqualTo(4);
        assertThat(out.toString()).contains("were not tried (guard)");
        clear();
        assertThat(run("check", "--relay", "events", "--fire-triggers")).isEqualTo(5);
        assertThat(out.toString()).contains("a write for a claimed message was refused", "no updates here");
    }

    @Test
    void theOwnTableCannotWorkUntilItIsInstalled() throws Exception {
        database.run("DROP TABLE IF EXISTS signalbox_outbox, signalbox_outbox_failed");
        relays = "own: { source: shop, sink: api, outbox: { layout: signalbox } }";

        assertThat(run("check")).isEqualTo(5);
        assertThat(out.toString())
                .containsPattern("missing +table +signalbox_outbox does not exist")
                .containsPattern("missing +failed table +signalbox_outbox_failed does not exist")
                .contains("cannot work: see 'signalbox schema install'");
        clear();
        assertThat(run("sql")).isZero();
        assertThat(out.toString())
                .contains(
                        "CREATE TABLE IF NOT EXISTS \"public\".\"signalbox_outbox\" (",
                        "CREATE TABLE IF NOT EXISTS \"public\".\"signalbox_outbox_failed\" (",
                        "CREATE TRIGGER signalbox_wake AFTER INSERT ON \"public\".\"signalbox_outbox\"");
        assertThat(run("install")).isZero();

        assertThat(run("check")).isZero();
    }

    @Test
    void logsAreLookedAtAsWell() throws Exception {
        database.run("DROP TABLE IF EXISTS signalbox_log, outbox_topic_progress");
        relays = """
                events: { source: shop, sink: api, outbox: { layout: flowcatalyst, table: orders } }
                  logs:
                    own: { source: shop, layout: signalbox-log, topics: { all: { publishers: api } } }""";

        assertThat(run("check", "--relay", "own")).isEqualTo(5);
        assertThat(out.toString())
                .contains("log own: table signalbox_log of source shop")
                .containsPattern("missing +table +signalbox_log does not exist")
                .containsPattern("missing +progress table")
                .doesNotContain("relay events");
        clear();
        assertThat(run("sql")).isZero();
        assertThat(out.toString())
                .contains("CREATE TABLE IF NOT EXISTS \"public\".\"signalbox_log\" (", "CREATE TRIGGER signalbox_wake")
                .containsOnlyOnce("create the tables of schema signalbox");
        assertThat(run("install")).isZero();
        clear();
        assertThat(run("check", "--json")).isZero();
        assertThat(out.toString()).contains("\"relay\" : \"events\"", "\"log\" : \"own\"");
        database.run("DROP TABLE signalbox_log, outbox_topic_progress");
    }

    @Test
    void missingRightsAreNamed() throws Exception {
        database.run("DROP ROLE IF EXISTS reader");
        database.run("CREATE ROLE reader LOGIN; GRANT SELECT, UPDATE ON orders, \"Odd-Table\" TO reader");
        try {
            assertThat(runAs("reader", database.url(), "install")).isEqualTo(1);
            assertThat(err.toString())
                    .contains(
                            "CREATE on database postgres is missing",
                            "TRIGGER on the table",
                            "ownership of the table, which belongs to postgres",
                            "signalbox schema sql");
        } finally {
            database.run("DROP OWNED BY reader; DROP ROLE reader");
        }
    }

    @Test
    void wrongUsageEndsWithTwoAndADatabaseThatIsAwayWithOne() throws IOException {
        assertThat(SignalboxCommand.execute(new PrintWriter(out), new PrintWriter(err), "schema"))
                .isEqualTo(2);
        assertThat(run("check", "--relay", "nobody")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no relay nobody; there is events, odd");

        assertThat(runAs("postgres", "jdbc:postgresql://127.0.0.1:1/nowhere", "check"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("source shop: no connection to");
    }

    private int run(String verb, String... more) throws IOException {
        return runAs("postgres", database.url(), verb, more);
    }

    private int runAs(String role, String url, String verb, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: %s, password: secret, connect-timeout: 1s }
                  sinks:
                    api: { type: http, base-url: "http://localhost:1" }
                  relays:
                    %s
                """.formatted(url, role, relays));
        String[] arguments = new String[4 + more.length];
        arguments[0] = "schema";
        arguments[1] = verb;
        arguments[2] = "--config";
        arguments[3] = file.toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private void clear() {
        out.getBuffer().setLength(0);
    }
}
