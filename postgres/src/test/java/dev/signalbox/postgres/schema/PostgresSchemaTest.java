package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresSchemaTest extends SchemaDatabaseTest {
    private static final TableName WEIRD = new TableName(null, "Weird \"Table\"");
    private static final String QUOTED = "\"Weird \"\"Table\"\"\"";
    private static final String INSERT = "INSERT INTO " + QUOTED
            + " (id, type, payload, status, created_at) VALUES (1, 'EVENT', '{}', 'PENDING', now())";
    private static final List<String> OFFERED =
            List.of("claim index", "id index", "schema signalbox", "wake-up trigger");

    @BeforeEach
    void createTable() throws SQLException {
        database.execute("CREATE TABLE " + QUOTED + """
                 (id bigint, type text, message_group text, payload text, status text, retry_count int DEFAULT 0,
                  created_at timestamptz, processed_at timestamptz, error_message text)""");
    }

    @Test
    void aBareTableWorksAndCouldDoBetter() throws SQLException {
        TableSchemaReport report = check(WEIRD);

        assertThat(report.works()).isTrue();
        assertThat(report.complete()).isFalse();
        assertThat(named(report, State.PRESENT)).containsExactly("table");
        assertThat(named(report, State.MISSING)).containsExactlyElementsOf(OFFERED);
        assertThat(report.findings())
                .allSatisfy(inspectionFinding ->
                        assertThat(inspectionFinding.purpose()).isNotBlank());
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
        assertThat(PostgresSideSchema.prepare(connect(database.settings())))
                .isInstanceOf(SideSchemaState.Available.class);
        database.execute(INSERT);
    }

    @Test
    void theScriptDoesTheSame() throws SQLException {
        String script = SchemaScript.of("shop", List.of(check(WEIRD)), SchemaScript.LockTimeouts.POSTGRESQL);
        for (String statement : statements(script)) {
            database.execute(statement);
        }

        assertThat(script)
                .contains("CREATE INDEX CONCURRENTLY", "-- create trigger signalbox_wake", "GRANT USAGE ON SCHEMA");
        assertThat(check(WEIRD).complete()).isTrue();
        assertThat(SchemaScript.of("shop", List.of(check(WEIRD)), SchemaScript.LockTimeouts.POSTGRESQL))
                .contains("-- Nothing.");
    }

    @Test
    void aTableWithoutAStatusGetsAnIndexForEachState() throws SQLException {
        database.execute(
                "CREATE TABLE outbox_events (id bigint PRIMARY KEY, aggregate_type text, aggregate_id text, event_type text,"
                        + " payload text, created_at timestamp, sent_at timestamp, in_progress_until timestamp)");
        PostgresConnections connections = connect(database.settings());
        List<SchemaTarget> targets = List.of(new SchemaTarget.StatusTable(
                "relay", OutboxLayouts.CATBOX.layout(), new Retention.DeleteAfter(Duration.ofDays(1))));
        TableSchemaReport report = PostgresSchemaCheck.of(connections, targets).getFirst();
        assertThat(report.works()).isTrue();
        assertThat(named(report, State.MISSING))
                .containsExactly("claim index", "hold index", "done index", "schema signalbox", "wake-up trigger");

        assertThat(PostgresSchemaChanger.of(connections, progress::add).run(SchemaScript.steps(List.of(report))))
                .isEmpty();
        assertThat(PostgresSchemaCheck.of(connections, targets).getFirst().complete())
                .isTrue();
    }

    @Test
    void anArchiveIsMadeLikeItsTableAndItsGapsAreNamed() throws SQLException {
        database.execute("CREATE TABLE outbox_events (LIKE " + QUOTED + ", PRIMARY KEY (id))");
        PostgresConnections connections = connect(database.settings());
        var archive = new Retention.ArchiveAfter(Duration.ofDays(7), null, "Old Events");
        List<SchemaTarget> targets =
                List.of(new SchemaTarget.StatusTable("relay", OutboxLayouts.FLOWCATALYST.layout(), archive));
        TableSchemaReport report = PostgresSchemaCheck.of(connections, targets).getFirst();
        assertThat(report.works()).isTrue();
        assertThat(named(report, State.MISSING)).contains("archive table");
        assertThat(SchemaScript.of("shop", List.of(report), SchemaScript.LockTimeouts.POSTGRESQL))
                .contains(
                        "CREATE TABLE \"public\".\"Old Events\" (LIKE \"public\".\"outbox_events\"",
                        "GRANT INSERT ON \"public\".\"Old Events\"");
        assertThat(PostgresSchemaChanger.of(connections, progress::add).run(SchemaScript.steps(List.of(report))))
                .isEmpty();
        assertThat(PostgresSchemaCheck.of(connections, targets).getFirst().complete())
                .isTrue();

        database.execute("ALTER TABLE outbox_events ADD COLUMN tenant text");
        TableSchemaReport gap = PostgresSchemaCheck.of(connections, targets).getFirst();
        assertThat(gap.works()).isTrue();
        assertThat(named(gap, State.WRONG)).containsExactly("archive table");
    }

    @Test
    void oneFunctionServesAllTables() throws SQLException {
        database.execute("CREATE TABLE other (LIKE " + QUOTED + ")");
        PostgresConnections connections = connect(database.settings());
        List<TableSchemaReport> reports =
                PostgresSchemaCheck.of(connections, List.of(target(WEIRD), target(new TableName("public", "other"))));

        assertThat(new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress::add)
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

        assertThat(PostgresSchemaCheck.of(connections, List.of(target(WEIRD)))
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
        TableSchemaReport report = PostgresSchemaCheck.of(connect(database.settingsFor(role)), List.of(target(WEIRD)))
                .getFirst();

        assertThat(report.works()).isFalse();
        assertThat(report.findings())
                .extracting(InspectionFinding::detail)
                .contains("table Weird \"Table\": the right to SELECT column id is missing");
        assertThat(report.steps())
                .flatExtracting(SchemaStep::statements)
                .containsOnly(
                        "GRANT SELECT ON \"public\"." + QUOTED + " TO \"" + role + "\"",
                        "GRANT UPDATE ON \"public\"." + QUOTED + " TO \"" + role + "\"");
    }

    @Test
    void aTableThatIsNotThereIsNamed() throws SQLException {
        TableSchemaReport report = check(new TableName(null, "nowhere"));

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
    void aTriggerOfOthersWhoseFunctionSetsNoPathIsReported() throws SQLException {
        install(connect(database.settings()), WEIRD);
        database.execute("CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
                + " CREATE TRIGGER audit AFTER UPDATE ON " + QUOTED + " FOR EACH ROW EXECUTE FUNCTION audit()");
        assertThat(named(check(WEIRD), State.WRONG)).containsExactly("other trigger");
        database.execute("ALTER TABLE " + QUOTED + " DISABLE TRIGGER audit; CREATE TRIGGER created AFTER INSERT ON "
                + QUOTED + " FOR EACH ROW EXECUTE FUNCTION audit()");
        assertThat(check(WEIRD).complete()).as("Signalbox inserts no row").isTrue();

        database.execute(
                "ALTER TABLE " + QUOTED + " ENABLE TRIGGER audit; ALTER FUNCTION audit() SET search_path = public");
        assertThat(check(WEIRD).complete()).isTrue();
    }

    @Test
    void aFunctionOfAnOlderVersionIsReplaced() throws SQLException {
        install(connect(database.settings()), WEIRD);
        database.execute("ALTER FUNCTION signalbox.wake() RESET search_path");
        assertThat(named(check(WEIRD), State.WRONG)).containsExactly("wake-up trigger");

        assertThat(install(connect(database.settings()), WEIRD)).isEmpty();
        assertThat(check(WEIRD).complete()).isTrue();
    }

    @Test
    void aStrangerWhoHoldsTheLockOfTheInstallationPreventsNothing() throws SQLException {
        try (Connection stranger = DriverManager.getConnection(database.url(), database.role("stranger"), "secret");
                Statement statement = stranger.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtextextended('signalbox schema install', 0))");

            assertThat(install(connect(database.settings()), WEIRD)).isEmpty();
        }
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
        List<SchemaStep> schemaSteps = triggerSteps(connections);
        try (Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute(INSERT);

            assertThat(new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress::add, 2)
                            .run(schemaSteps))
                    .singleElement()
                    .asString()
                    .contains("in use in each of 2 tries", "used by process", "transaction open for");
            assertThat(progress).anyMatch(line -> line.contains("trying again"));
            statement.execute(INSERT);
            writer.commit();
        }
        assertThat(new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress::add, 2)
                        .run(triggerSteps(connections)))
                .isEmpty();
    }

    @Test
    void twoDoNotInstallAtOnce() throws SQLException {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute(
                    SchemaSql.STATEMENTS.sql(SchemaSql.Statement.TRY_LOCK).text());

            assertThatThrownBy(() -> install(connect(database.settings()), WEIRD))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("another installation is running");
        }
    }

    @Test
    void aLongNameGivesAnIndexNameThatFits() {
        OutboxLayout layout = OutboxLayouts.FLOWCATALYST.layout(new TableName(null, "ä".repeat(31)));

        assertThat(IndexName.CLAIM.of(layout).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(63);
        assertThat(IndexName.CLAIM.of(layout)).startsWith("signalbox_claim_ää");
    }

    private List<SchemaStep> triggerSteps(PostgresConnections connections) throws SQLException {
        return PostgresSchemaCheck.of(connections, List.of(target(WEIRD))).getFirst().steps().stream()
                .filter(schemaStep -> schemaStep.title().contains("function")
                        || schemaStep.title().contains("trigger"))
                .toList();
    }

    private TableSchemaReport check(TableName table) throws SQLException {
        return PostgresSchemaCheck.of(connect(database.settings()), List.of(target(table)))
                .getFirst();
    }

    private List<String> install(PostgresConnections connections, TableName table) throws SQLException {
        return install(connections, PostgresSchemaCheck.of(connections, List.of(target(table))));
    }

    private static SchemaTarget target(TableName table) {
        return new SchemaTarget.StatusTable(
                "shop-events", OutboxLayouts.FLOWCATALYST.layout(table), new Retention.Keep());
    }

    /** Splits the script like psql: semicolons in the function's body do not end a statement. */
    private static List<String> statements(String script) {
        return Pattern.compile("(?s)(?:\\$wake\\$.*?\\$wake\\$|--[^\\n]*|[^;$])+")
                .matcher(script)
                .results()
                .map(result -> result.group().replaceAll("(?m)--.*$", "").strip())
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
