package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of a relay whose columns a test changes. */
abstract class OrdersTableTest extends SchemaDatabaseTest {
    static final String ROWS = "SELECT string_agg(format('%s %s %s', t.xmin, t.ctid, t), ';') FROM orders t";
    static final String TRIAL = "write trial";

    final Map<String, String> columns = new LinkedHashMap<>(Map.of(
            "id", "text PRIMARY KEY",
            "type", "text NOT NULL",
            "message_group", "text",
            "payload", "text NOT NULL",
            "status", "varchar(20) NOT NULL",
            "retry_count", "integer NOT NULL DEFAULT 0",
            "created_at", "timestamptz NOT NULL DEFAULT now()",
            "processed_at", "timestamptz",
            "error_message", "text"));

    final void create() throws SQLException {
        database.execute("CREATE TABLE orders ("
                + columns.entrySet().stream()
                        .map(column -> column.getKey() + " " + column.getValue())
                        .collect(Collectors.joining(", "))
                + ")");
    }

    final void insert(String status) throws SQLException {
        database.execute("INSERT INTO orders (id, type, payload, status) VALUES ('m1', 'EVENT', '{}', " + status + ")");
    }

    static SchemaTarget target() {
        return new SchemaTarget.StatusTable(
                "orders", OutboxLayouts.FLOWCATALYST.layout(new TableName(null, "orders")), new Retention.Keep());
    }

    final TableSchemaReport check(TrialMode trial) throws SQLException {
        return PostgresSchemaCheck.of(connect(database.settings()), List.of(target()), trial)
                .getFirst();
    }

    /** Checks, and compares the rows before and after with the transactions that wrote them. */
    final TableSchemaReport checked(TrialMode trial) throws SQLException {
        String before = database.value(ROWS);
        TableSchemaReport report = check(trial);
        assertThat(database.value(ROWS))
                .as("rows, their places and transactions")
                .isEqualTo(before);
        return report;
    }

    /** The details of everything that is called so, except what is present unless it is a trial. */
    static List<String> details(TableSchemaReport report, String item) {
        return report.findings().stream()
                .filter(finding -> finding.item().equals(item))
                .filter(finding -> item.equals(TRIAL) || finding.state() != State.PRESENT)
                .map(InspectionFinding::detail)
                .toList();
    }

    static String script(TableSchemaReport report) {
        return SchemaScript.of("shop", List.of(report), SchemaScript.LockTimeouts.POSTGRESQL);
    }

    static List<String> statements(TableSchemaReport report) {
        return report.steps().stream()
                .filter(step -> step.title().startsWith("mend: "))
                .flatMap(step -> step.statements().stream())
                .toList();
    }

    /** Runs the statements that mend the table, and checks that they do. */
    final void mend(TableSchemaReport report, String... expected) throws SQLException {
        assertThat(statements(report)).containsExactlyInAnyOrder(expected);
        for (String statement : expected) {
            database.execute(statement);
        }
        TableSchemaReport after = check(TrialMode.COPY);
        assertThat(details(after, "table")).isEmpty();
        assertThat(after.works()).as(after.toString()).isTrue();
    }
}
