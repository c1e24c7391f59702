package dev.signalbox.mysql.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlArchiveInspector;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Inspects a relay's table and its database, without changing anything. */
public final class MySqlSchemaCheck {
    private static final String TABLE_PURPOSE = "what the relay reads and marks";

    private MySqlSchemaCheck() {}

    /** Inspects these tables of one database. */
    public static List<TableSchemaReport> of(MySqlConnections connections, List<SchemaTarget> targets)
            throws SQLException {
        try (Connection connection = connections.borrow()) {
            MySqlDatabaseInspection database = MySqlDatabaseInspection.read(connection);
            List<TableSchemaReport> reports = new ArrayList<>();
            for (SchemaTarget target : targets) {
                reports.add(
                        switch (target) {
                            case SchemaTarget.StatusTable table -> report(connection, database, table);
                            case SchemaTarget.OwnTable own ->
                                report(
                                        connection,
                                        database,
                                        new SchemaTarget.StatusTable(
                                                own.relay(),
                                                OutboxLayouts.SIGNALBOX.layout(own.table()),
                                                Retention.deleteOnCompletion()));
                        });
            }
            return reports;
        }
    }

    private static TableSchemaReport report(
            Connection connection, MySqlDatabaseInspection database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        String name = layout.table().toString();
        List<String> problems = layout.problems(Quoting.MYSQL);
        if (!problems.isEmpty()) {
            return new TableSchemaReport(target.relay(), name, broken(problems), List.of());
        }
        MySqlOutboxTable table = MySqlOutboxTable.inspect(connection, layout, target.retention());
        List<InspectionFinding> findings = new ArrayList<>(table(connection, database, table, target.retention()));
        List<SchemaStep> steps = new ArrayList<>();
        MySqlSchemaOffers offers = new MySqlSchemaOffers(table, database, findings, steps);
        if (table.canBeMade() && !database.readOnly()) {
            offers.ownTable(ServerKind.of(connection));
            offers.sideTables();
        } else if (findings.stream().allMatch(finding -> finding.state() == State.PRESENT)) {
            offers.indexes();
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                offers.archive(MySqlArchiveInspector.inspect(connection, layout, ArchiveTable.named(archive)));
            }
            offers.sideTables();
            findings.addAll(InformationalFindings.of(table));
        }
        return new TableSchemaReport(target.relay(), name, findings, steps);
    }

    private static List<InspectionFinding> table(
            Connection connection, MySqlDatabaseInspection database, MySqlOutboxTable table, Retention retention)
            throws SQLException {
        if (table.columns().isEmpty()) {
            return List.of(new InspectionFinding(
                    "table", State.MISSING, true, String.join("; ", table.problems()), TABLE_PURPOSE));
        }
        List<String> problems = new ArrayList<>(table.problems());
        String engine = database.engineOf(connection, table.layout().table());
        if (!engine.equalsIgnoreCase("InnoDB")) {
            problems.add("its engine is " + engine + "; allowed is InnoDB, for only its rows can be locked");
        }
        if (database.readOnly()) {
            problems.add("the server is read-only");
        }
        if (!problems.isEmpty()) {
            return broken(problems);
        }
        String rights = retention.deletes() ? "all columns and rights, also to delete," : "all columns and rights";
        return List.of(new InspectionFinding("table", State.PRESENT, true, rights + " are there", TABLE_PURPOSE));
    }

    private static List<InspectionFinding> broken(List<String> problems) {
        return problems.stream()
                .map(problem -> new InspectionFinding("table", State.WRONG, true, problem, TABLE_PURPOSE))
                .toList();
    }
}
