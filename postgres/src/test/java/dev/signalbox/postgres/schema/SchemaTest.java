package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.connection.TestDatabase;
import dev.signalbox.postgres.lease.SideSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final TableName WEIRD = new TableName(null, "Weird \"Table\"");
    private static final String QUOTED = "\"Weird \"\"Table\"\"\"";
    private static final String INSERT = "INSERT INTO " + QUOTED
            + " (id, type, payload, status, created_at) VALUES (1, 'EVENT', '{}', 'PENDING', now())";
    private static final List<String> OFFERED =
            List.of("claim index", "id index", "schema signalbox", "wake-up trigger");

    private final List<PostgresConnections> opened = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.create();
        database.execute("CREATE TABLE " + QUOTED + """
                 (id bigint, type text, message_group text, payload text, status text, retry_count int DEFAULT 0,
                  created_at timestamptz, processed_at timestamptz, error_message text)""");
    }

    @AfterEach
    void drop() throws SQLException {
        opened.forEach(PostgresConnections::close);
        database.close();
    }

    @Test
    void aBareTableWorksAndCouldDoBetter() throws SQLException {
        SchemaReport report = check(WEIRD);

        assertThat(report.works()).isTrue();
        assertThat(report.complete()).isFalse();
        assertThat(named(report, State.PRESENT)).containsExactly("table");
        assertThat(named(report, State.MISSING)).containsExactlyElementsOf(OFFERED);
        assertThat(report.findings())
                .allSatisfy(finding -> assertThat(finding.purpose()).isNotBlank());
        assertThat(database.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'signalbox'"))
                .as("looking changes nothing")
                .isEqualTo("0");
    }

    @Test
    void installingAddsAllOfItAndDoesNothingTheSecondTime() throws SQLException {
        assertThat(install(connect(database.settings()), WEIRD)).isEmpty();

        assertThat(check(WEIRD).complete()).isTrue();
        assertThat(check(WEIRD).steps()).isEmpty();
        assertThat(progress).contains("create trigger signalbox_wake on Weird \"Table\"", "  done");
        assertThat(SideSchema.prepare(connect(database.settings()))).isInstanceOf(SideSchemaState.Available.class);
        database.execute(INSERT);
    }

    @Test
    void theScriptDoesTheSame() throws SQLException {
        String script = SchemaScript.of("shop", List.of(check(WEIRD)), SchemaScript.Patience.POSTGRESQL);
        for (String statement : statements(script)) {
            database.execute(statement);
        }

        assertThat(script)
                .contains("CREATE INDEX CONCURRENTLY", "-- create trigger signalbox_wake", "GRANT USAGE ON SCHEMA");
        assertThat(check(WEIRD).complete()).isTrue();
        assertThat(SchemaScript.of("shop", List.of(check(WEIRD)), SchemaScript.Patience.POSTGRESQL))
                .contains("-- Nothing.");
    }

    @Test
    void aTableWithoutAStatusGetsAnIndexForEachState() throws SQLException {
        database.execute(
                "CREATE TABLE outbox_events (id bigint PRIMARY KEY, aggregate_type text, aggregate_id text, event_type text,"
                        + " payload text, created_at timestamp, sent_at timestamp, in_progress_until timestamp)");
        PostgresConnections connections = connect(database.settings());
        List<SchemaTarget> targets = List.of(new SchemaTarget.StatusTable(
                "relay", OutboxLayout.catbox(), Retention.deleteAfter(Duration.ofDays(1))));
        SchemaReport report = SchemaCheck.of(connections, targets).getFirst();
        assertThat(report.works()).isTrue();
        assertThat(named(report, State.MISSING))
                .containsExactly("claim index", "hold index", "done index", "schema signalbox", "wake-up trigger");

        assertThat(PostgresInstaller.of(connections, progress::add).run(SchemaScript.steps(List.of(report))))
                .isEmpty();
        assertThat(SchemaCheck.of(connections, targets).getFirst().complete()).isTrue();
    }

    @Test
    void anArchiveIsMadeLikeItsTableAndItsGapsAreNamed() throws SQLException {
        database.execute("CREATE TABLE outbox_events (LIKE " + QUOTED + ", PRIMARY KEY (id))");
        PostgresConnections connections = connect(database.settings());
        var archive = new Retention.ArchiveAfter(Duration.ofDays(7), null, "Old Events");
        List<SchemaTarget> targets =
                List.of(new SchemaTarget.StatusTable("relay", OutboxLayout.flowcatalyst(), archive));
        SchemaReport report = SchemaCheck.of(connections, targets).getFirst();
        assertThat(report.works()).isTrue();
        assertThat(named(report, State.MISSING)).contains("archive table");
        assertThat(SchemaScript.of("shop", List.of(report), SchemaScript.Patience.POSTGRESQL))
                .contains("CREATE TABLE \"Old Events\" (LIKE \"outbox_events\"", "GRANT INSERT ON \"Old Events\"");
        assertThat(PostgresInstaller.of(connections, progress::add).run(SchemaScript.steps(List.of(report))))
                .isEmpty();
        assertThat(SchemaCheck.of(connections, targets).getFirst().complete()).isTrue();

        database.execute("ALTER TABLE outbox_events ADD COLUMN tenant text");
        SchemaReport gap = SchemaCheck.of(connections, targets).getFirst();
        assertThat(gap.works()).isTrue();
        assertThat(named(gap, State.WRONG)).containsExactly("archive table");
    }

    @Test
    void oneFunctionServesAllTables() throws SQLException {
        database.execute("CREATE TABLE other (LIKE " + QUOTED + ")");
        PostgresConnections connections = connect(database.settings());
        List<SchemaReport> reports =
                SchemaCheck.of(connections, List.of(target(WEIRD), target(new TableName("public", "other"))));

        assertThat(new SchemaInstaller(new PostgresInstaller(connections), progress::add)
                        .run(SchemaScript.steps(reports)))
                .isEmpty();
        assertThat(progress).filteredOn(line -> line.contains("function")).hasSize(1);
        assertThat(check(new TableName(null, "other")).complete()).isTrue();
    }

    @Test
    void namesTheRightsThatAreMissing() throws SQLException {
        String role = database.role("relay");
        database.execute("GRANT SELECT, UPDATE ON " + QUOTED + " TO " + role);
        PostgresConnections connections = connect(database.settingsFor(role));

        assertThat(SchemaCheck.of(connections, List.of(target(WEIRD)))
                        .getFirst()
                        .works())
                .isTrue();
        assertThat(install(connections, WEIRD))
                .anySatisfy(failure -> assertThat(failure)
                        .contains("index signalbox_claim_Weird", "ownership of the table", "CREATE on schema public"))
                .anySatisfy(failure -> assertThat(failure)
                        .contains("tables of schema signalbox", "CREATE on database " + database.name()))
                .anySatisfy(failure -> assertThat(failure).contains("trigger", "TRIGGER on the table"))
                .hasSize(5);
    }

    @Test
    void aRelayThatMayNotReadItsTableCannotWork() throws SQLException {
        String role = database.role("stranger");
        SchemaReport report = SchemaCheck.of(connect(database.settingsFor(role)), List.of(target(WEIRD)))
                .getFirst();

        assertThat(report.works()).isFalse();
        assertThat(report.findings()).extracting(Finding::detail).contains("the right to SELECT column id is missing");
        assertThat(report.steps()).isEmpty();
    }

    @Test
    void aTableThatIsNotThereIsNamed() throws SQLException {
        SchemaReport report = check(new TableName(null, "nowhere"));

        assertThat(report.works()).isFalse();
        assertThat(named(report, State.MISSING)).containsExactly("table");
    }

    @Test
    void anIndexThatWasNotFinishedIsBuiltAgain() throws SQLException {
        install(connect(database.settings()), WEIRD);
        database.execute("UPDATE pg_index SET indisvalid = false"
                + " WHERE indexrelid = (SELECT oid FROM pg_class WHERE relname LIKE 'signalbox_claim_%')");
        assertThat(named(check(WEIRD), State.WRONG)).containsExactly("claim index");

        assertThat(install(connect(database.settings()), WEIRD)).isEmpty();
        assertThat(check(WEIRD).complete()).isTrue();
    }

    @Test
    void aTriggerThatIsSwitchedOffOrAnotherOnesIsReplaced() throws SQLException {
        install(connect(database.settings()), WEIRD);
        database.execute("ALTER TABLE " + QUOTED + " DISABLE TRIGGER signalbox_wake");
        assertThat(named(check(WEIRD), State.WRONG)).containsExactly("wake-up trigger");
        assertThat(install(connect(database.settings()), WEIRD)).isEmpty();

        database.execute("CREATE OR REPLACE FUNCTION signalbox.wake() RETURNS trigger LANGUAGE plpgsql"
                + " AS 'BEGIN RETURN NULL; END'");
        assertThat(named(check(WEIRD), State.WRONG)).containsExactly("wake-up trigger");
        assertThat(install(connect(database.settings()), WEIRD)).isEmpty();
        assertThat(check(WEIRD).complete()).isTrue();
    }

    @Test
    void aPartitionedTableGetsItToo() throws SQLException {
        database.execute("CREATE TABLE parted (LIKE " + QUOTED + ") PARTITION BY LIST (status)");
        TableName parted = new TableName(null, "parted");

        assertThat(install(connect(database.settings()), parted)).isEmpty();
        assertThat(check(parted).complete()).isTrue();
    }

    @Test
    void aBusyTableIsLeftAloneAfterSomeTries() throws SQLException {
        PostgresConnections connections = connect(database.settings());
        List<Step> steps = triggerSteps(connections);
        try (Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute(INSERT);

            assertThat(new SchemaInstaller(new PostgresInstaller(connections), progress::add, 2).run(steps))
                    .singleElement()
                    .asString()
                    .contains("in use in each of 2 tries", "used by process", "transaction open for");
            assertThat(progress).anyMatch(line -> line.contains("trying again"));
            statement.execute(INSERT);
            writer.commit();
        }
        assertThat(new SchemaInstaller(new PostgresInstaller(connections), progress::add, 2)
                        .run(triggerSteps(connections)))
                .isEmpty();
    }

    @Test
    void twoDoNotInstallAtOnce() throws SQLException {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute(PostgresInstaller.sql("try-lock.sql").text());

            assertThatThrownBy(() -> install(connect(database.settings()), WEIRD))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("somebody else is installing");
        }
    }

    @Test
    void aLongNameGivesAnIndexNameThatFits() {
        OutboxLayout layout = OutboxLayout.flowcatalyst(new TableName(null, "ä".repeat(31)));

        assertThat(IndexName.claim(layout).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(63);
        assertThat(IndexName.claim(layout)).startsWith("signalbox_claim_ää");
    }

    private List<Step> triggerSteps(PostgresConnections connections) throws SQLException {
        return SchemaCheck.of(connections, List.of(target(WEIRD))).getFirst().steps().stream()
                .filter(step ->
                        step.title().contains("function") || step.title().contains("trigger"))
                .toList();
    }

    private SchemaReport check(TableName table) throws SQLException {
        return SchemaCheck.of(connect(database.settings()), List.of(target(table)))
                .getFirst();
    }

    private List<String> install(PostgresConnections connections, TableName table) throws SQLException {
        List<SchemaReport> reports = SchemaCheck.of(connections, List.of(target(table)));
        return new SchemaInstaller(new PostgresInstaller(connections), progress::add).run(SchemaScript.steps(reports));
    }

    private PostgresConnections connect(PostgresSettings settings) {
        PostgresConnections connections = PostgresConnections.open(settings, "test");
        opened.add(connections);
        return connections;
    }

    private static SchemaTarget target(TableName table) {
        return new SchemaTarget.StatusTable("shop-events", OutboxLayout.flowcatalyst(table), Retention.keep());
    }

    private static List<String> named(SchemaReport report, State state) {
        return report.findings().stream()
                .filter(finding -> finding.state() == state)
                .map(Finding::item)
                .toList();
    }

    /** As psql would run them: each by itself, and the semicolons in the function's body are not the end of it. */
    private static List<String> statements(String script) {
        return Pattern.compile("(?s)(?:\\$wake\\$.*?\\$wake\\$|--[^\\n]*|[^;$])+")
                .matcher(script)
                .results()
                .map(result -> result.group().replaceAll("(?m)--.*$", "").strip())
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
