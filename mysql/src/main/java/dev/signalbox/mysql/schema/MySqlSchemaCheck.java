package dev.signalbox.mysql.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TrialResult;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlArchiveInspector;
import dev.signalbox.mysql.outbox.MySqlColumn;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import dev.signalbox.mysql.outbox.MySqlTableFaults;
import dev.signalbox.mysql.outbox.MySqlWriteTrial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Inspects a relay's table and its database, without changing anything. */
public final class MySqlSchemaCheck {
    private static final String TABLE_PURPOSE = "what the relay reads and marks";
    private static final String TRIAL_PURPOSE = "what the relay will write";

    private MySqlSchemaCheck() {}

    /** Inspects these tables of one database. */
    public static List<TableSchemaReport> of(MySqlConnections connections, List<SchemaTarget> targets)
            throws SQLException {
        return of(connections, targets, TrialMode.NONE);
    }

    /** Inspects these tables of one database, and proves what the comparison finds fitting. */
    public static List<TableSchemaReport> of(MySqlConnections connections, List<SchemaTarget> targets, TrialMode trial)
            throws SQLException {
        try (Connection connection = connections.borrow()) {
            MySqlDatabaseInspection database = MySqlDatabaseInspection.read(connection);
            List<TableSchemaReport> reports = new ArrayList<>();
            for (SchemaTarget target : targets) {
                reports.add(
                        switch (target) {
                            case SchemaTarget.StatusTable table ->
                                report(connections, connection, database, table, trial);
                            case SchemaTarget.OwnTable own ->
                                report(
                                        connections,
                                        connection,
                                        database,
                                        new SchemaTarget.StatusTable(
                                                own.relay(),
                                                OutboxLayouts.SIGNALBOX.layout(own.table()),
                                                new Retention.DeleteOnCompletion(),
                                                ClaimMode.OWN),
                                        trial);
                        });
            }
            return reports;
        }
    }

    private static TableSchemaReport report(
            MySqlConnections connections,
            Connection connection,
            MySqlDatabaseInspection database,
            SchemaTarget.StatusTable target,
            TrialMode trial)
            throws SQLException {
        OutboxLayout layout = target.layout();
        SchemaFindings report = new SchemaFindings();
        List<String> problems = layout.problems(Quoting.MYSQL);
        if (!problems.isEmpty()) {
            report.broken(problems, TABLE_PURPOSE);
            return report.report(target.relay(), layout.table());
        }
        MySqlOutboxTable table = MySqlOutboxTable.inspect(connection, layout, target.retention());
        List<TableFault> faults = MySqlTableFaults.of(connection, table, target.retention(), target.claimMode());
        boolean usable = table(connection, database, table, faults, target.retention(), report);
        MySqlSchemaOffers offers = new MySqlSchemaOffers(table, database, report);
        if (table.canBeMade() && !database.readOnly()) {
            offers.ownTable(ServerKind.of(connection));
            offers.sideTables();
        } else if (usable) {
            tryWrites(connections, table, target, trial, report);
            offers.indexes();
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                offers.archive(MySqlArchiveInspector.inspect(connection, layout, ArchiveTable.named(archive)));
            }
            offers.sideTables();
            inform(table, report);
        }
        return report.report(target.relay(), layout.table());
    }

    /** @return whether the table can be worked on */
    private static boolean table(
            Connection connection,
            MySqlDatabaseInspection database,
            MySqlOutboxTable table,
            List<TableFault> faults,
            Retention retention,
            SchemaFindings report)
            throws SQLException {
        TableName name = table.layout().table();
        if (table.columns().isEmpty()) {
            TableFault missing = faults.getFirst();
            report.add("table", State.MISSING, true, missing.problem(), TABLE_PURPOSE);
            report.remedy(name, missing, TABLE_PURPOSE);
            return false;
        }
        report.faults(name, "table", faults, TABLE_PURPOSE);
        List<String> problems = new ArrayList<>();
        String engine = database.engineOf(connection, name);
        if (!engine.equalsIgnoreCase("InnoDB")) {
            problems.add("its engine is " + engine + "; allowed is InnoDB, for only its rows can be locked");
        }
        if (database.readOnly()) {
            problems.add("the server is read-only");
        }
        report.broken(problems, TABLE_PURPOSE);
        if (report.areFine()) {
            String rights = retention.deletes() ? "all columns and rights, also to delete," : "all columns and rights";
            report.add("table", State.PRESENT, true, rights + " are there", TABLE_PURPOSE);
        }
        return problems.isEmpty() && faults.stream().noneMatch(TableFault::stopsDelivery);
    }

    private static void tryWrites(
            MySqlConnections connections,
            MySqlOutboxTable table,
            SchemaTarget.StatusTable target,
            TrialMode trial,
            SchemaFindings report)
            throws SQLException {
        if (trial == TrialMode.NONE || report.stopsWork()) {
            return;
        }
        List<RowWrite> writes = RowWrite.of(target.layout(), target.claimMode(), target.retention());
        TrialResult result = MySqlWriteTrial.run(connections, table, writes, trial);
        report.faults(target.layout().table(), "write trial", result.faults(), TRIAL_PURPOSE);
        if (result.faults().isEmpty()) {
            report.present("write trial", result.detail(), TRIAL_PURPOSE);
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
