package dev.signalbox.mysql.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlArchiveInspector;
import dev.signalbox.mysql.outbox.MySqlColumn;
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
                                                new Retention.DeleteOnCompletion()));
                        });
            }
            return reports;
        }
    }

    private static TableSchemaReport report(
            Connection connection, MySqlDatabaseInspection database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        SchemaFindings report = new SchemaFindings();
        List<String> problems = layout.problems(Quoting.MYSQL);
        if (!problems.isEmpty()) {
            report.broken(problems, TABLE_PURPOSE);
            return report.report(target.relay(), layout.table());
        }
        MySqlOutboxTable table = MySqlOutboxTable.inspect(connection, layout, target.retention());
        table(connection, database, table, target.retention(), report);
        MySqlSchemaOffers offers = new MySqlSchemaOffers(table, database, report);
        if (table.canBeMade() && !database.readOnly()) {
            offers.ownTable(ServerKind.of(connection));
            offers.sideTables();
        } else if (report.areFine()) {
            offers.indexes();
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                offers.archive(MySqlArchiveInspector.inspect(connection, layout, ArchiveTable.named(archive)));
            }
            offers.sideTables();
            inform(table, report);
        }
        return report.report(target.relay(), layout.table());
    }

    private static void table(
            Connection connection,
            MySqlDatabaseInspection database,
            MySqlOutboxTable table,
            Retention retention,
            SchemaFindings report)
            throws SQLException {
        if (table.columns().isEmpty()) {
            report.add("table", State.MISSING, true, String.join("; ", table.problems()), TABLE_PURPOSE);
            return;
        }
        List<String> problems = new ArrayList<>(table.problems());
        String engine = database.engineOf(connection, table.layout().table());
        if (!engine.equalsIgnoreCase("InnoDB")) {
            problems.add("its engine is " + engine + "; allowed is InnoDB, for only its rows can be locked");
        }
        if (database.readOnly()) {
            problems.add("the server is read-only");
        }
        report.broken(problems, TABLE_PURPOSE);
        if (problems.isEmpty()) {
            String rights = retention.deletes() ? "all columns and rights, also to delete," : "all columns and rights";
            report.add("table", State.PRESENT, true, rights + " are there", TABLE_PURPOSE);
        }
    }

    /** Adds what is good to know and needs no action. */
    private static void inform(MySqlOutboxTable table, SchemaFindings report) {
        MySqlColumn group = table.column("message_group");
        String groups = group.isWholeNumber()
                ? "column %s is a number".formatted(group.name())
                : group.isExact()
                        ? "the collation %s tells all groups apart".formatted(group.collation())
                        : "the collation %s takes some groups for the same; Signalbox compares their bytes as well"
                                .formatted(group.collation());
        report.present("groups", groups, "a group is its exact bytes");
        if (!table.isNumbered()) {
            MySqlColumn created = table.column("created_at");
            String order = created.fraction() == 0
                    ? "%s keeps whole seconds: within a second the id decides".formatted(created.name())
                    : "%s keeps %d digits of a second".formatted(created.name(), created.fraction());
            report.present("time of creation", order, "messages of a group go in its order");
        }
        for (String key : List.of("created_at", "processed_at")) {
            // A table with a flag may have no time of completion
            boolean exists = table.layout().columns().byKey().containsKey(key);
            if (exists && table.column(key).updatesItself()) {
                report.present(
                        "time stamps",
                        "%s takes the time of each update by itself; Signalbox keeps its value"
                                .formatted(table.column(key).name()),
                        "other programs that update rows may change it");
            }
        }
    }
}
