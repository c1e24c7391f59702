package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.server.operation.MySqlOutboxDatabase;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@SuppressWarnings("NullAway.Init") // set before each test
class InitCommandTest {
    private static final String EVENTS = "(id uuid PRIMARY KEY, topic text, \"key\" text, body jsonb NOT NULL,"
            + " is_sent boolean NOT NULL, created timestamptz NOT NULL)";

    @AutoClose
    private static FlowCatalystDatabase database;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        database = FlowCatalystDatabase.start();
    }

    @AfterEach
    void dropAll() throws Exception {
        database.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO public;"
                + " DROP SCHEMA IF EXISTS app CASCADE");
    }

    @Test
    void theOnlyTableIsProposedWithItsColumns() throws Exception {
        database.run("CREATE SCHEMA app; CREATE TABLE app.shop_events " + EVENTS);
        database.run("CREATE TABLE orders (id bigint PRIMARY KEY, total int, created_at timestamptz NOT NULL)");

        assertThat(init()).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        "    shop-events:\n",
                        "layout: sent-flag",
                        "table: app.shop_events",
                        "          id: id   # uuid",
                        "          message-group: key   # text",
                        "          payload: body   # jsonb",
                        "          status: is_sent   # boolean",
                        "          created-at: created   # timestamp with time zone",
                        "dry-run: true",
                        "# Not known: where messages go.")
                .doesNotContain("password");
        assertThat(err.toString()).contains("signalbox: table app.shop_events: layout sent-flag, id: id (uuid)");
        assertUsable();
    }

    @Test
    void nothingIsWrittenIntoTheDatabase() throws Exception {
        database.run("CREATE TABLE shop_events " + EVENTS);
        database.run("CREATE ROLE looker LOGIN; GRANT SELECT ON shop_events TO looker;"
                + " ALTER ROLE looker SET default_transaction_read_only = on");

        assertThat(run("init", "--url", database.url(), "--username", "looker"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("table: public.shop_events");
        assertThat(database.count("pg_namespace WHERE nspname = 'signalbox'")).isZero();
        database.run("DROP OWNED BY looker; DROP ROLE looker");
    }

    @Test
    void ofSeveralTablesOneIsChosen() throws Exception {
        database.run("CREATE TABLE shop_events " + EVENTS + "; CREATE TABLE mails " + EVENTS);

        assertThat(init()).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains(
                        "several tables look like an outbox; choose one with --table:",
                        "  public.mails: layout sent-flag, id: id (uuid), payload: body (jsonb)",
                        "  public.shop_events: layout");

        assertThat(init("--table", "mails")).isZero();
        assertThat(out.toString()).contains("table: public.mails");
        assertUsable();

        assertThat(init("--table", "letters")).isEqualTo(2);
        assertThat(err.toString()).contains("--table: there is no table letters that this user may read");
    }

    @Test
    void withoutAnyTableSignalboxesOwnIsOffered() throws Exception {
        database.run("CREATE TABLE orders (id bigint PRIMARY KEY, total int, created_at timestamptz NOT NULL)");

        assertThat(init()).isZero();
        assertThat(out.toString())
                .contains("layout: signalbox", "signalbox schema install --config FILE", "signalbox schema sql");
        assertThat(err.toString()).contains("no table looks like an outbox");
        assertUsable();
    }

    @Test
    void aTableThatNoLayoutFitsEndsWithFive() throws Exception {
        database.run("CREATE TABLE shop_events (id uuid PRIMARY KEY, topic text, body jsonb NOT NULL,"
                + " status text NOT NULL, created timestamptz NOT NULL)");

        assertThat(init()).isEqualTo(5);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains(
                        "table public.shop_events cannot be used as it is: it has no column for the group",
                        "cannot be used as it is: its state is a word in status (text)");
    }

    @Test
    void statusWordsAreThoseOfTheRows() throws Exception {
        database.createTable("jobs_outbox");
        database.run("INSERT INTO jobs_outbox (id, type, payload, status, created_at) VALUES"
                + " ('1', 't', '{}', 'NEW', now()), ('2', 't', '{}', 'SENT', now()), ('3', 't', '{}', 'ODD', now())");

        assertThat(init()).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        "layout: flowcatalyst",
                        "pending: \"NEW\"\n",
                        "processing: \"PROCESSING\"   # not known: no row has such a word",
                        "completed: \"SENT\"\n",
                        "# Words whose meaning is not known: ODD");
        assertUsable();
    }

    @Test
    void debeziumsTableIsFollowedAsALog() throws Exception {
        database.run("CREATE TABLE outboxevent (id uuid PRIMARY KEY, aggregatetype text NOT NULL,"
                + " aggregateid text NOT NULL, type text NOT NULL, payload jsonb)");

        assertThat(init()).as(err.toString()).isZero();
        assertThat(out.toString()).contains("  logs:\n    outboxevent:", "layout: debezium", "start: end");
        assertUsable();
    }

    @Test
    void aFileIsReplacedOnlyByForce() throws Exception {
        database.run("CREATE TABLE shop_events " + EVENTS);
        Path file = Files.writeString(folder.resolve("mine.yaml"), "mine");

        assertThat(init("--output", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("mine.yaml exists already; --force replaces it");
        assertThat(file).hasContent("mine");
        assertThat(init("--output", file.toString(), "--force")).isZero();
        assertThat(file).content().contains("table: public.shop_events");
        assertThat(out.toString()).isEmpty();

        assertThat(init("--output", folder.resolve("x.txt").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("must end in .yaml or .yml");
        assertThat(init("--output", folder.resolve("none/x.yaml").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("x.yaml cannot be written");
    }

    @Test
    void thePasswordStaysInItsVariable() throws Exception {
        database.run("CREATE TABLE shop_events " + EVENTS);
        DatabaseOptions options = new DatabaseOptions(
                new ProcessEnvironment(Map.of("SHOP_PASSWORD", "hunter2"), Map.of()), _ -> Optional.empty());
        assertThat(run(new InitCommand(options), "--password-env", "SHOP_PASSWORD"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("password: \"${SHOP_PASSWORD:}\"").doesNotContain("hunter2");
        assertUsable();

        DatabaseOptions asking =
                new DatabaseOptions(new ProcessEnvironment(Map.of(), Map.of()), _ -> Optional.of("hunter2"));
        assertThat(run(new InitCommand(asking))).isZero();
        assertThat(out.toString())
                .contains("password: \"${SIGNALBOX_DATABASE_PASSWORD:}\"")
                .doesNotContain("hunter2");
        assertThat(run(new InitCommand(asking), "--password-env", "NOBODY")).isEqualTo(2);
        assertThat(err.toString()).contains("the environment variable NOBODY is not set");
    }

    @Test
    void wrongUsageEndsWithTwoAndADatabaseThatIsAwayWithOne() {
        assertThat(run("init")).isEqualTo(2);
        for (String url : new String[] {
            "localhost/shop",
            "mongodb://localhost/shop",
            "jdbc:mysql://localhost/shop",
            "jdbc:postgresql://localhost/shop?user=app&password=hunter2"
        }) {
            err.getBuffer().setLength(0);
            assertThat(run("init", "--url", url)).as(url).isEqualTo(2);
            assertThat(err.toString()).startsWith("signalbox: --").doesNotContain("hunter2");
        }
        DatabaseOptions remote =
                new DatabaseOptions(new ProcessEnvironment(Map.of(), Map.of()), _ -> Optional.of("hunter2"));
        assertThat(execute(new InitCommand(remote), "--url", "jdbc:postgresql://db.example.com/shop"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("sslmode=verify-full", "--allow-insecure");
        assertThat(run("init", "--url", "jdbc:postgresql://127.0.0.1:1/nowhere"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("database jdbc:postgresql://127.0.0.1:1/nowhere: no connection to");
    }

    @Test
    void onMariaDbTypesAreThoseOfTheServer() throws Exception {
        try (MySqlOutboxDatabase shop = MySqlOutboxDatabase.onMariaDb()) {
            shop.run("CREATE TABLE shop_events (event_uuid uuid PRIMARY KEY, `key` varchar(255), body json NOT NULL,"
                    + " is_sent boolean NOT NULL, created datetime(6) NOT NULL)");

            assertThat(run("init", "--url", shop.url(), "--username", shop.username(), "--table", "shop_events"))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString())
                    .contains("table: shop_events", "id: event_uuid   # uuid", "status: is_sent   # tinyint(1)")
                    .contains("type: message");
            assertUsable();
            assertThat(run("init", "--url", shop.url(), "--username", shop.username()))
                    .as("with FlowCatalyst's table beside it")
                    .isEqualTo(2);
        }
    }

    /** The written configuration can be read. */
    private void assertUsable() throws IOException {
        Path file = Files.writeString(folder.resolve("written.yaml"), out.toString());
        err.getBuffer().setLength(0);
        assertThat(run("config", "check", "--config", file.toString()))
                .as(err.toString())
                .isZero();
        out.getBuffer().setLength(0);
    }

    private int init(String... more) {
        String[] arguments = new String[5 + more.length];
        System.arraycopy(new String[] {"init", "--url", database.url(), "--username", "postgres"}, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return run(arguments);
    }

    private int run(InitCommand command, String... more) {
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"--url", database.url(), "--username", "postgres"}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return execute(command, arguments);
    }

    private int execute(InitCommand command, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private int run(String... arguments) {
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
