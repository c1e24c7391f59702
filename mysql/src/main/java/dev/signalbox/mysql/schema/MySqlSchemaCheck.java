package dev.signalbox.mysql.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlArchive;
import dev.signalbox.mysql.outbox.MySqlTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks what a relay's table and its database have, without changing anything. */
public final class MySqlSchemaCheck {
    private static final String TABLE_PURPOSE = "what the relay reads and marks";

    private MySqlSchemaCheck() {}

    /** Looks at these tables of one database. */
    public static List<SchemaReport> of(MySqlConnections connections, List<SchemaTarget> targets) throws SQLException {
        try (Connection connection = connections.borrow()) {
            DatabaseFacts database = DatabaseFacts.read(connection);
            List<SchemaReport> reports = new ArrayList<>();
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
                                                OutboxLayout.signalbox(own.table()),
                                                Retention.deleteOnCompletion()));
                        });
            }
            return reports;
        }
    }

    private static SchemaReport report(Connection connection, DatabaseFacts database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        String name = layout.table().toString();
        List<String> problems = layout.problems(Quoting.MYSQL);
        if (!problems.isEmpty()) {
            return new SchemaReport(target.relay(), name, broken(problems), List.of());
        }
        MySqlTable table = MySqlTable.inspect(connection, layout, target.retention());
        List<Finding> findings = new ArrayList<>(table(connection, database, table, target.retention()));
        List<Step> steps = new ArrayList<>();
        Offers offers = new Offers(table, database, findings, steps);
        if (table.canBeMade() && !database.readOnly()) {
            offers.ownTable(ServerKind.of(connection));
            offers.sideTables();
        } else if (findings.stream().allMatch(finding -> finding.state() == State.PRESENT)) {
            offers.indexes();
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                offers.archive(MySqlArchive.inspect(connection, layout, Archive.named(archive)));
            }
            offers.sideTables();
            findings.addAll(Notes.of(table));
        }
        return new SchemaReport(target.relay(), name, findings, steps);
    }

    private static List<Finding> table(
            Connection connection, DatabaseFacts database, MySqlTable table, Retention retention) throws SQLException {
        if (table.columns().isEmpty()) {
            return List.of(
                    new Finding("table", State.MISSING, true, String.join("; ", table.problems()), TABLE_PURPOSE));
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
        return List.of(new Finding("table", State.PRESENT, true, rights + " are there", TABLE_PURPOSE));
    }

    private static List<Finding> broken(List<String> problems) {
        return problems.stream()
                .map(problem -> new Finding("table", State.WRONG, true, problem, TABLE_PURPOSE))
                .toList();
    }
}
