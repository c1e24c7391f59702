package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.outbox.OutboxInspection;
import dev.signalbox.postgres.outbox.PostgresArchiveInspector;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks a relay's table and its database without changing anything. */
public final class PostgresSchemaCheck {
    static final String TABLE_PURPOSE = "what the relay reads and marks";

    static final List<String> STANDBY = List.of("the server is a standby that has not been promoted");

    private PostgresSchemaCheck() {}

    /** Checks these tables of one database. */
    public static List<TableSchemaReport> of(PostgresConnections connections, List<SchemaTarget> targets)
            throws SQLException {
        return connections.inTransaction(connection -> {
            List<TableSchemaReport> reports = new ArrayList<>();
            PostgresDatabaseInspection database =
                    PostgresDatabaseInspection.read(connection, SideSchemaStatements.names());
            for (SchemaTarget target : targets) {
                reports.add(
                        switch (target) {
                            case SchemaTarget.StatusTable table -> report(connection, database, table);
                            case SchemaTarget.OwnTable table -> OwnTableSchemaCheck.report(connection, database, table);
                        });
            }
            return reports;
        });
    }

    /** Checks these logs of one database. */
    public static List<TableSchemaReport> ofLogs(PostgresConnections connections, List<LogSchemaTarget> logs)
            throws SQLException {
        return connections.inTransaction(connection -> {
            List<TableSchemaReport> reports = new ArrayList<>();
            PostgresDatabaseInspection database =
                    PostgresDatabaseInspection.read(connection, SideSchemaStatements.names());
            for (LogSchemaTarget log : logs) {
                reports.add(LogSchemaCheck.report(connection, database, log));
            }
            return reports;
        });
    }

    private static TableSchemaReport report(
            Connection connection, PostgresDatabaseInspection database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        String name = layout.table().toString();
        List<String> problems = new ArrayList<>(layout.problems(Quoting.POSTGRESQL));
        if (!problems.isEmpty()) {
            return new TableSchemaReport(target.relay(), name, broken(problems), List.of());
        }
        OutboxInspection inspection = OutboxInspection.of(connection, layout, target.retention());
        Optional<PostgresTableInspection> facts =
                PostgresTableInspection.read(connection, layout.table(), IndexName.all(layout));
        List<InspectionFinding> findings = new ArrayList<>(table(inspection, database));
        List<SchemaStep> steps = new ArrayList<>();
        if (inspection.problems().isEmpty() && facts.isPresent()) {
            var offers = new PostgresSchemaOffers(layout.table(), database, facts.get(), findings, steps);
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
        return new TableSchemaReport(target.relay(), name, findings, steps);
    }

    private static List<InspectionFinding> table(OutboxInspection inspection, PostgresDatabaseInspection database) {
        if (!inspection.exists()) {
            return List.of(new InspectionFinding(
                    "table", State.MISSING, true, String.join("; ", inspection.problems()), TABLE_PURPOSE));
        }
        if (!inspection.problems().isEmpty()) {
            return broken(inspection.problems());
        }
        if (database.inRecovery()) {
            return broken(STANDBY);
        }
        return List.of(
                new InspectionFinding("table", State.PRESENT, true, "all columns and rights are there", TABLE_PURPOSE));
    }

    static List<InspectionFinding> broken(List<String> problems) {
        return problems.stream()
                .map(problem -> new InspectionFinding("table", State.WRONG, true, problem, TABLE_PURPOSE))
                .toList();
    }
}
