package dev.signalbox.postgres.schema;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.outbox.PostgresOutboxTable;
import dev.signalbox.postgres.owntable.OwnTableInspection;
import java.util.ArrayList;
import java.util.List;

/** The steps that create everything for tables and logs of one database, without a look at it. */
public final class PostgresMigration {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String USE_PURPOSE = "what the relay reads and marks";

    private PostgresMigration() {}

    /**
     * @param role whom the rights are granted to
     * @throws IllegalArgumentException if a name cannot be one in the database
     */
    public static List<SchemaStep> steps(List<SchemaTarget> tables, List<LogSchemaTarget> logs, String role) {
        QUOTING.problem("role", role).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        PostgresDatabaseInspection unseen = PostgresDatabaseInspection.unseen(role);
        List<TableSchemaReport> reports = new ArrayList<>();
        for (SchemaTarget target : tables) {
            reports.add(
                    switch (target) {
                        case SchemaTarget.StatusTable table -> statusTable(unseen, table);
                        case SchemaTarget.OwnTable table -> {
                            refuse(OwnTableInspection.problemsOf(table.table()));
                            yield OwnTableSchemaCheck.all(unseen, table);
                        }
                    });
        }
        logs.forEach(log -> reports.add(LogSchemaCheck.all(unseen, log)));
        return SchemaScript.steps(reports);
    }

    /** What the nodes that share a table of the event platform need besides it. */
    public static List<SchemaStep> platformSteps(TableName queue, String role) {
        PostgresDatabaseInspection unseen = PostgresDatabaseInspection.unseen(role);
        SchemaFindings report = new SchemaFindings();
        var facts = PostgresTableInspection.unseen(String.valueOf(queue.schema()), role);
        var offers = new PostgresSchemaOffers(queue, unseen, facts, report);
        offers.sideSchema();
        offers.wakeUps();
        return SchemaScript.steps(List.of(report.report("", queue)));
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }

    private static TableSchemaReport statusTable(PostgresDatabaseInspection unseen, SchemaTarget.StatusTable target) {
        OutboxLayout layout = target.layout();
        refuse(layout.problems(QUOTING));
        TableName table = layout.table();
        SchemaFindings report = new SchemaFindings();
        TargetSchema home = TargetSchema.unseen(table);
        var facts = PostgresTableInspection.unseen(home.schema(), unseen.role());
        var offers = new PostgresSchemaOffers(table, unseen, facts, report);
        report.step(
                "allow the role " + unseen.role() + " to work on " + table,
                USE_PURPOSE,
                table.quoted(QUOTING),
                grants(target, QUOTING.quote(unseen.role())),
                List.of(),
                List.of());
        // The primary key finds a row by its id
        offers.indexes(layout, new PostgresOutboxTable.Indexes(false, false, false), true, target.retention());
        if (target.retention() instanceof Retention.ArchiveAfter archive) {
            ArchiveTable missing = new ArchiveTable(table, ArchiveTable.named(archive), false, List.of(), List.of());
            offers.archive(layout, missing, List.of());
        }
        offers.sideSchema();
        offers.wakeUps();
        return report.report(target.relay(), table);
    }

    private static List<String> grants(SchemaTarget.StatusTable target, String role) {
        TableName table = target.layout().table();
        List<String> grants = new ArrayList<>();
        if (table.schema() != null) {
            grants.add("GRANT USAGE ON SCHEMA %s TO %s".formatted(QUOTING.quote(table.schema()), role));
        }
        grants.add("GRANT SELECT, UPDATE%s ON %s TO %s"
                .formatted(target.retention().deletes() ? ", DELETE" : "", table.quoted(QUOTING), role));
        ProcessedEvents events = target.layout().processedEvents();
        if (events != null) {
            grants.add("GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s"
                    .formatted(events.table().quoted(QUOTING), role));
        }
        return grants;
    }
}
