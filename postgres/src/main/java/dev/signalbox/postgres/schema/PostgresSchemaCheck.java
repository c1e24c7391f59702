package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.outbox.OutboxInspection;
import dev.signalbox.postgres.outbox.PostgresArchiveInspector;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks a relay's table and its database without changing anything. */
public final class PostgresSchemaCheck {
    static final String TABLE_PURPOSE = "what the relay reads and marks";

    private static final String LEASES_PURPOSE =
            "the nodes share the jobs by its leases, and no job is delivered without it";

    static final List<String> STANDBY = List.of("the server is a standby that has not been promoted");

    private PostgresSchemaCheck() {}

    /** Checks these tables of one database. */
    public static List<TableSchemaReport> of(PostgresConnections connections, List<SchemaTarget> targets)
            throws SQLException {
        return each(connections, targets, (connection, database, target) -> switch (target) {
            case SchemaTarget.StatusTable table -> report(connection, database, table);
            case SchemaTarget.OwnTable table -> OwnTableSchemaCheck.report(connection, database, table);
        });
    }

    private interface Check<T> {
        TableSchemaReport report(Connection connection, PostgresDatabaseInspection database, T target)
                throws SQLException;
    }

    private static <T> List<TableSchemaReport> each(PostgresConnections connections, List<T> targets, Check<T> check)
            throws SQLException {
        return connections.inTransaction(connection -> {
            List<TableSchemaReport> reports = new ArrayList<>();
            PostgresDatabaseInspection database =
                    PostgresDatabaseInspection.read(connection, SideSchemaStatements.names());
            for (T target : targets) {
                reports.add(check.report(connection, database, target));
            }
            return reports;
        });
    }

    /** Checks these logs of one database. */
    public static List<TableSchemaReport> ofLogs(PostgresConnections connections, List<LogSchemaTarget> logs)
            throws SQLException {
        return each(connections, logs, LogSchemaCheck::report);
    }

    /**
     * Checks what the nodes that share a table of the event platform need besides it.
     *
     * @param readable whether this role owns the table's schema, or may create it
     */
    public static TableSchemaReport ofPlatform(PostgresConnections connections, TableName table, boolean readable)
            throws SQLException {
        return each(connections, List.of(table), (connection, database, target) -> {
                    SchemaFindings report = new SchemaFindings();
                    PostgresTableInspection planned =
                            PostgresTableInspection.planned(String.valueOf(target.schema()), database.role(), readable);
                    PostgresTableInspection facts = readable
                            ? PostgresTableInspection.read(connection, target, true)
                                    .orElse(planned)
                            : planned;
                    var offers = new PostgresSchemaOffers(target, database, facts, report);
                    offers.sideSchema(LEASES_PURPOSE, true);
                    if (readable) {
                        offers.wakeUps();
                    } else {
                        offers.wakeUpFunction();
                    }
                    return report.report(target.toString(), target);
                })
                .getFirst();
    }

    private static String[] indexNames(OutboxLayout layout) {
        return Arrays.stream(IndexName.values()).map(index -> index.of(layout)).toArray(String[]::new);
    }

    private static TableSchemaReport report(
            Connection connection, PostgresDatabaseInspection database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        SchemaFindings report = new SchemaFindings();
        List<String> problems = layout.problems(Quoting.POSTGRESQL);
        if (!problems.isEmpty()) {
            report.broken(problems, TABLE_PURPOSE);
            return report.report(target.relay(), layout.table());
        }
        OutboxInspection inspection = OutboxInspection.of(connection, layout, target.retention());
        Optional<PostgresTableInspection> facts =
                PostgresTableInspection.read(connection, layout.table(), false, indexNames(layout));
        table(inspection, database, report);
        if (inspection.problems().isEmpty() && facts.isPresent()) {
            var offers = new PostgresSchemaOffers(layout.table(), database, facts.get(), report);
            offers.indexes(layout, inspection, target.retention());
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                ArchiveTable found =
                        PostgresArchiveInspector.inspect(connection, layout.table(), ArchiveTable.named(archive));
                offers.archive(
                        layout,
                        found,
                        TargetSchema.of(connection, found.table()).missingRights());
            }
            offers.sideSchema();
            offers.wakeUps();
        }
        return report.report(target.relay(), layout.table());
    }

    private static void table(OutboxInspection inspection, PostgresDatabaseInspection database, SchemaFindings report) {
        if (!inspection.exists()) {
            report.add("table", State.MISSING, true, String.join("; ", inspection.problems()), TABLE_PURPOSE);
        } else if (!inspection.problems().isEmpty()) {
            report.broken(inspection.problems(), TABLE_PURPOSE);
        } else if (database.inRecovery()) {
            report.broken(STANDBY, TABLE_PURPOSE);
        } else {
            report.add("table", State.PRESENT, true, "all columns and rights are there", TABLE_PURPOSE);
        }
    }
}
