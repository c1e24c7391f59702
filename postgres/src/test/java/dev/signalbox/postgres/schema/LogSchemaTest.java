package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.log.LogTable;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogSchemaTest extends SchemaDatabaseTest {
    private static final LogSchemaTarget CRABLET = new LogSchemaTarget("wallet", LogTable.crablet(), false);
    private static final LogSchemaTarget OWN =
            new LogSchemaTarget("shop", LogTable.own(new TableName("public", "Own; \"log\"")), true);

    @Test
    void aPlainLogGetsAllThatIsMissing() throws SQLException {
        assertThat(check(CRABLET).works()).as("without a table").isFalse();
        assertThat(check(CRABLET).steps()).isEmpty();
        database.execute("CREATE TABLE events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " occurred_at timestamptz); INSERT INTO events (type) VALUES ('old')");
        assertThat(check(CRABLET).works()).isFalse();
        assertThat(named(check(CRABLET), State.MISSING))
                .containsExactly(
                        "transaction id", "late index", "progress table", "schema signalbox", "wake-up trigger");

        assertThat(install(connect(database.settings()), CRABLET)).isEmpty();

        assertThat(progress).contains("create index events_late on events (transaction_id, position)");
        assertThat(check(CRABLET).complete()).isTrue();
        assertThat(check(CRABLET).steps()).isEmpty();
        assertThat(database.value("SELECT transaction_id IS NOT NULL FROM events"))
                .isEqualTo("t");
    }

    @Test
    void aMissingColumnOrRightIsNamed() throws SQLException {
        database.execute("CREATE TABLE events (position bigserial PRIMARY KEY, type text, data json,"
                + " occurred_at timestamptz, transaction_id integer)");

        assertThat(check(CRABLET).steps()).isEmpty();
        assertThat(check(CRABLET).findings())
                .extracting(InspectionFinding::detail)
                .containsExactly(
                        "column missing: tags",
                        "column transaction_id is of type integer; allowed are xid8 and bigint");
    }

    @Test
    void theOwnLogIsCreatedWithItsTriggerAndAnIndexThatIsMissingAdded() throws SQLException {
        assertThat(check(OWN).works()).isFalse();
        assertThat(named(check(OWN), State.MISSING))
                .containsExactly("table", "progress table", "schema signalbox", "wake-up trigger");

        assertThat(install(connect(database.settings()), OWN)).isEmpty();
        assertThat(check(OWN).complete()).isTrue();
        database.execute(
                "INSERT INTO \"Own; \"\"log\"\"\" (id, message_group, type, payload) VALUES ('1', 'g', 'T', '{}')");

        database.execute("DROP INDEX \"Own; \"\"log\"\"_late\"");
        assertThat(named(check(OWN), State.MISSING)).containsExactly("late index");
        assertThat(install(connect(database.settings()), OWN)).isEmpty();
        assertThat(check(OWN).complete()).isTrue();
    }

    @Test
    void theScriptMakesTheRoleTheOwnerThatMakesPartitions() throws SQLException {
        PostgresConnections relay = connect(database.settingsFor(database.role("relay")));
        assertThat(install(relay, OWN))
                .anySatisfy(failure -> assertThat(failure).contains("CREATE on schema public"));

        for (SchemaStep schemaStep : SchemaScript.steps(PostgresSchemaCheck.ofLogs(relay, List.of(OWN)))) {
            for (String statement : schemaStep.statements()) {
                database.execute(statement);
            }
            for (String grant : schemaStep.grants()) {
                database.execute(grant);
            }
        }

        assertThat(PostgresSchemaCheck.ofLogs(relay, List.of(OWN)).getFirst().complete())
                .isTrue();
        database.execute(
                "ALTER TABLE \"Own; \"\"log\"\"\" OWNER TO postgres; GRANT SELECT ON \"Own; \"\"log\"\"\" TO PUBLIC");
        assertThat(named(PostgresSchemaCheck.ofLogs(relay, List.of(OWN)).getFirst(), State.WRONG))
                .containsExactly("partitions");
    }

    @Test
    void aLogDoesNotWorkWhereTheRoleMayNotCreateWhatItNeeds() throws SQLException {
        String role = database.role("relay");
        database.execute("CREATE TABLE events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz);"
                + " GRANT SELECT ON events TO " + role);
        PostgresConnections relay = connect(database.settingsFor(role));

        TableSchemaReport report =
                PostgresSchemaCheck.ofLogs(relay, List.of(CRABLET)).getFirst();
        assertThat(report.works()).isFalse();
        assertThat(report.findings())
                .filteredOn(InspectionFinding::stopsWork)
                .extracting(InspectionFinding::item)
                .containsExactly("progress table", "schema signalbox");
        assertThat(check(CRABLET).works())
                .as("whoever may create it does at the first start")
                .isTrue();
    }

    private TableSchemaReport check(LogSchemaTarget target) throws SQLException {
        return PostgresSchemaCheck.ofLogs(connect(database.settings()), List.of(target))
                .getFirst();
    }

    private List<String> install(PostgresConnections connections, LogSchemaTarget target) throws SQLException {
        return install(connections, PostgresSchemaCheck.ofLogs(connections, List.of(target)));
    }
}
