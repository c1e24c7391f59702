package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnTableSchemaTest extends SchemaDatabaseTest {
    private static final TableName TABLE = new TableName("public", "Own; \"table\"");
    private static final String QUOTED = "\"Own; \"\"table\"\"\"";
    private static final String INSERT = "INSERT INTO " + QUOTED + " (type, payload) VALUES ('EVENT', '{}')";

    @Test
    void aTableThatIsMissingStopsWorkAndIsCreatedWithItsTrigger() throws SQLException {
        TableSchemaReport before = check();
        assertThat(before.works()).isFalse();
        assertThat(named(before, State.MISSING))
                .containsExactly("table", "failed table", "schema signalbox", "wake-up trigger");
        assertThat(database.value("SELECT count(*) FROM pg_class WHERE relname LIKE 'Own%'"))
                .as("looking changes nothing")
                .isEqualTo("0");

        assertThat(install(connect(database.settings()))).isEmpty();

        assertThat(progress).contains("create table " + TABLE + " and " + TABLE + "_failed");
        assertThat(check().complete()).isTrue();
        assertThat(check().steps()).isEmpty();
        database.execute(INSERT);
        assertThat(database.value("SELECT count(*) FROM pg_trigger WHERE tgname = 'signalbox_wake'"))
                .isEqualTo("1");
    }

    @Test
    void theScriptHasAllStatementsWithRightsForTheRole() throws SQLException {
        String role = database.role("relay");
        PostgresConnections connections = connect(database.settingsFor(role));

        assertThat(install(connections))
                .anySatisfy(failure ->
                        assertThat(failure).contains("cannot create table " + TABLE, "CREATE on schema public"));

        List<TableSchemaReport> reports = PostgresSchemaCheck.of(connections, List.of(target()));
        String script = SchemaScript.of("shop", reports, SchemaScript.LockTimeouts.POSTGRESQL);
        assertThat(script)
                .containsSubsequence(
                        "CREATE TABLE IF NOT EXISTS \"public\"." + QUOTED,
                        "(xid, position);",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON",
                        "CREATE TRIGGER signalbox_wake AFTER INSERT ON \"public\"." + QUOTED);
        for (SchemaStep schemaStep : SchemaScript.steps(reports)) {
            for (String statement : schemaStep.statements()) {
                database.execute(statement);
            }
            for (String grant : schemaStep.grants()) {
                database.execute(grant);
            }
        }
        assertThat(PostgresSchemaCheck.of(connections, List.of(target()))
                        .getFirst()
                        .complete())
                .isTrue();
    }

    @Test
    void onlyWhatIsMissingIsAdded() throws SQLException {
        install(connect(database.settings()));
        database.execute(INSERT);
        database.execute("DROP TABLE \"Own; \"\"table\"\"_failed\"; DROP INDEX \"Own; \"\"table\"\"_late\"");
        TableSchemaReport report = check();
        assertThat(report.works()).isFalse();
        assertThat(named(report, State.MISSING)).containsExactly("failed table", "late index");
        assertThat(report.steps()).extracting(SchemaStep::title).noneMatch(title -> title.contains("trigger"));

        assertThat(install(connect(database.settings()))).isEmpty();

        assertThat(check().complete()).isTrue();
        assertThat(database.value("SELECT count(*) FROM " + QUOTED)).isEqualTo("1");
    }

    @Test
    void limitsAreOfferedForAnExistingTableAndHoldForNewRows() throws SQLException {
        install(connect(database.settings()));
        database.execute("ALTER TABLE " + QUOTED + " DROP CONSTRAINT \"Own; \"\"table\"\"_limits\"");
        String large = "INSERT INTO " + QUOTED + " (type, payload) VALUES (repeat('x', 2000), '{}')";
        database.execute(large);
        assertThat(check().works()).isTrue();
        assertThat(named(check(), State.MISSING)).containsExactly("limits");
        assertThat(check().steps())
                .flatExtracting(SchemaStep::statements)
                .singleElement()
                .asString()
                .endsWith("NOT VALID");

        assertThat(install(connect(database.settings()))).isEmpty();

        assertThat(check().complete()).isTrue();
        assertThat(database.value("SELECT count(*) FROM " + QUOTED)).isEqualTo("1");
        assertThatThrownBy(() -> database.execute(large)).hasMessageContaining("_limits");
    }

    @Test
    void anIndexThatWasNotFinishedIsBuiltAgain() throws SQLException {
        install(connect(database.settings()));
        database.execute("UPDATE pg_index SET indisvalid = false"
                + " WHERE indexrelid = (SELECT oid FROM pg_class WHERE relname = 'Own; \"table\"_late')");
        assertThat(check().works()).isTrue();
        assertThat(named(check(), State.WRONG)).containsExactly("late index");

        assertThat(install(connect(database.settings()))).isEmpty();
        assertThat(check().complete()).isTrue();
    }

    @Test
    void aMissingColumnOrRightStopsWorkAndIsNamed() throws SQLException {
        database.execute(PostgresOwnTable.ddl(TABLE));
        database.execute("ALTER TABLE " + QUOTED + " DROP COLUMN last_error;"
                + " ALTER TABLE \"Own; \"\"table\"\"_failed\" DROP COLUMN reason");
        TableSchemaReport report = check();
        assertThat(report.works()).isFalse();
        assertThat(report.steps()).isEmpty();
        assertThat(report.findings())
                .extracting(InspectionFinding::detail)
                .containsExactly("column missing: last_error", "column missing in " + TABLE + "_failed: reason");

        PostgresConnections stranger = connect(database.settingsFor(database.role("stranger")));
        assertThat(PostgresSchemaCheck.of(stranger, List.of(target()))
                        .getFirst()
                        .findings())
                .extracting(InspectionFinding::detail)
                .contains("right missing: SELECT, UPDATE, DELETE");
    }

    @Test
    void bothKindsOfTablesShareWhatBelongsToTheDatabase() throws SQLException {
        database.execute("CREATE TABLE other (id bigint, type text, message_group text, payload text, status text,"
                + " retry_count int, created_at timestamptz, processed_at timestamptz, error_message text)");
        var other = new SchemaTarget.StatusTable(
                "other", OutboxLayouts.FLOWCATALYST.layout(new TableName(null, "other")), new Retention.Keep());
        PostgresConnections connections = connect(database.settings());
        List<TableSchemaReport> reports = PostgresSchemaCheck.of(connections, List.of(target(), other));

        assertThat(new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress::add)
                        .run(SchemaScript.steps(reports)))
                .isEmpty();

        assertThat(progress)
                .filteredOn(line -> line.contains("schema signalbox"))
                .hasSize(1);
        assertThat(PostgresSchemaCheck.of(connections, List.of(target(), other)))
                .allMatch(TableSchemaReport::complete);
    }

    @Test
    void aRoleWhosePathBeginsWithOurOwnTablesPutsItIntoTheDefaultSchema() throws SQLException {
        String role = database.role("astray");
        database.execute(PostgresSideSchema.administratorScript(role) + "GRANT CREATE ON SCHEMA signalbox TO " + role
                + "; ALTER ROLE " + role + " SET search_path = signalbox, public");
        PostgresConnections astray = connect(database.settingsFor(role));
        SchemaTarget nowhere = new SchemaTarget.OwnTable("own", new TableName(null, "own_table"), false);

        assertThat(install(astray, nowhere))
                .anySatisfy(failure ->
                        assertThat(failure).contains("cannot create table own_table", "CREATE on schema public"));
        assertThat(database.value("SELECT to_regclass('signalbox.own_table')")).isEqualTo("null");
    }

    @Test
    void aTableThatIsSearchedByGroupGetsAnIndexForThat() throws SQLException {
        SchemaTarget searched = new SchemaTarget.OwnTable("own", TABLE, true);
        PostgresConnections connections = connect(database.settings());
        assertThat(install(connections, searched)).isEmpty();
        assertThat(PostgresSchemaCheck.of(connections, List.of(searched))).allMatch(TableSchemaReport::complete);

        database.execute("DROP INDEX \"Own; \"\"table\"\"_groups\"");
        assertThat(named(PostgresSchemaCheck.of(connections, List.of(searched)).getFirst(), State.MISSING))
                .containsExactly("group index");
        assertThat(check().complete()).as("others do without").isTrue();
        assertThat(install(connections, searched)).isEmpty();

        assertThat(PostgresSchemaCheck.of(connections, List.of(searched))).allMatch(TableSchemaReport::complete);
    }

    private TableSchemaReport check() throws SQLException {
        return PostgresSchemaCheck.of(connect(database.settings()), List.of(target()))
                .getFirst();
    }

    private List<String> install(PostgresConnections connections) throws SQLException {
        return install(connections, target());
    }

    private List<String> install(PostgresConnections connections, SchemaTarget target) throws SQLException {
        return install(connections, PostgresSchemaCheck.of(connections, List.of(target)));
    }

    private static SchemaTarget target() {
        return new SchemaTarget.OwnTable("own", TABLE, false);
    }
}
