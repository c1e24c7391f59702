package dev.signalbox.postgres.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.outbox.OutboxInspection;
import dev.signalbox.postgres.outbox.PostgresArchive;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks what a relay's table and its database have, without changing anything. */
public final class SchemaCheck {
    static final String TABLE_PURPOSE = "what the relay reads and marks";

    static final List<String> STANDBY = List.of("the server is a standby that has not been promoted");

    private SchemaCheck() {}

    /** Looks at these tables of one database. */
    public static List<SchemaReport> of(PostgresConnections connections, List<SchemaTarget> targets)
            throws SQLException {
        return connections.inTransaction(connection -> {
            List<SchemaReport> reports = new ArrayList<>();
            DatabaseFacts database = DatabaseFacts.read(connection, SideTables.names());
            for (SchemaTarget target : targets) {
                reports.add(
                        switch (target) {
                            case SchemaTarget.StatusTable table -> report(connection, database, table);
                            case SchemaTarget.OwnTable table -> OwnTableCheck.report(connection, database, table);
                        });
            }
            return reports;
        });
    }

    /** Looks at these logs of one database. */
    public static List<SchemaReport> ofLogs(PostgresConnections connections, List<LogTarget> logs) throws SQLException {
        return connections.inTransaction(connection -> {
            List<SchemaReport> reports = new ArrayList<>();
            DatabaseFacts database = DatabaseFacts.read(connection, SideTables.names());
            for (LogTarget log : logs) {
                reports.add(LogCheck.report(connection, database, log));
            }
            return reports;
        });
    }

    private static SchemaReport report(Connection connection, DatabaseFacts database, SchemaTarget.StatusTable target)
            throws SQLException {
        OutboxLayout layout = target.layout();
        String name = layout.table().toString();
        List<String> problems = new ArrayList<>(layout.problems(Quoting.POSTGRESQL));
        if (!problems.isEmpty()) {
            return new SchemaReport(target.relay(), name, broken(problems), List.of());
        }
        OutboxInspection inspection = OutboxInspection.of(connection, layout, target.retention());
        Optional<TableFacts> facts = TableFacts.read(connection, layout.table(), IndexName.all(layout));
        List<Finding> findings = new ArrayList<>(table(inspection, database));
        List<Step> steps = new ArrayList<>();
        if (inspection.problems().isEmpty() && facts.isPresent()) {
            var offers = new Offers(layout.table(), database, facts.get(), findings, steps);
            offers.indexes(layout, inspection, target.retention());
            if (target.retention() instanceof Retention.ArchiveAfter archive) {
                Archive found = PostgresArchive.inspect(connection, layout.table(), Archive.named(archive));
                offers.archive(layout, found, Home.of(connection, found.table()).missingRights());
            }
            offers.sideSchema();
            offers.wakeUps();
        }
        return new SchemaReport(target.relay(), name, findings, steps);
    }

    private static List<Finding> table(OutboxInspection inspection, DatabaseFacts database) {
        if (!inspection.exists()) {
            return List.of(
                    new Finding("table", State.MISSING, true, String.join("; ", inspection.problems()), TABLE_PURPOSE));
        }
        if (!inspection.problems().isEmpty()) {
            return broken(inspection.problems());
        }
        if (database.inRecovery()) {
            return broken(STANDBY);
        }
        return List.of(new Finding("table", State.PRESENT, true, "all columns and rights are there", TABLE_PURPOSE));
    }

    static List<Finding> broken(List<String> problems) {
        return problems.stream()
                .map(problem -> new Finding("table", State.WRONG, true, problem, TABLE_PURPOSE))
                .toList();
    }
}
