package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TrialResult;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.outbox.OutboxInspection;
import dev.signalbox.postgres.outbox.PostgresArchiveInspector;
import dev.signalbox.postgres.outbox.PostgresWriteTrial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks a table whose rows carry their state. */
final class StatusTableCheck {
    private static final String TRIAL_PURPOSE = "what the relay will write";

    private final PostgresConnections connections;
    private final Connection connection;
    private final PostgresDatabaseInspection database;
    private final SchemaTarget.StatusTable target;
    private final TrialMode trial;
    private final OutboxLayout layout;
    private final SchemaFindings report = new SchemaFindings();

    /** @param connections for a trial, which needs a transaction of its own */
    StatusTableCheck(
            PostgresConnections connections,
            Connection connection,
            PostgresDatabaseInspection database,
            SchemaTarget.StatusTable target,
            TrialMode trial) {
        this.connections = connections;
        this.connection = connection;
        this.database = database;
        this.target = target;
        this.trial = trial;
        this.layout = target.layout();
    }

    TableSchemaReport report() throws SQLException {
        TableName name = layout.table();
        List<String> problems = layout.problems(Quoting.POSTGRESQL);
        if (!problems.isEmpty()) {
            report.broken(problems, PostgresSchemaCheck.TABLE_PURPOSE);
            return report.report(target.relay(), name);
        }
        OutboxInspection inspection = OutboxInspection.of(connection, layout, target.retention(), target.claimMode());
        String[] indexNames =
                Arrays.stream(IndexName.values()).map(index -> index.of(layout)).toArray(String[]::new);
        Optional<PostgresTableInspection> facts = PostgresTableInspection.read(connection, name, false, indexNames);
        table(inspection);
        if (inspection.usable() && facts.isPresent()) {
            tryWrites(inspection);
            offers(inspection, new PostgresSchemaOffers(name, database, facts.get(), report));
        }
        return report.report(target.relay(), name);
    }

    private void table(OutboxInspection inspection) {
        TableName name = layout.table();
        if (!inspection.exists()) {
            TableFault missing = inspection.faults().getFirst();
            report.add("table", State.MISSING, true, missing.problem(), PostgresSchemaCheck.TABLE_PURPOSE);
            report.remedy(name, missing, PostgresSchemaCheck.TABLE_PURPOSE);
            return;
        }
        report.faults(name, "table", inspection.faults(), PostgresSchemaCheck.TABLE_PURPOSE);
        if (database.inRecovery()) {
            report.broken(PostgresSchemaCheck.STANDBY, PostgresSchemaCheck.TABLE_PURPOSE);
        }
        if (report.areFine()) {
            report.add(
                    "table",
                    State.PRESENT,
                    true,
                    "all columns and rights are there",
                    PostgresSchemaCheck.TABLE_PURPOSE);
        }
    }

    private void tryWrites(OutboxInspection inspection) throws SQLException {
        if (trial == TrialMode.NONE || report.stopsWork()) {
            return;
        }
        List<RowWrite> writes = RowWrite.of(layout, target.claimMode(), target.retention());
        TrialResult result = PostgresWriteTrial.run(connections, inspection, writes, trial);
        report.faults(layout.table(), "write trial", result.faults(), TRIAL_PURPOSE);
        if (result.faults().isEmpty()) {
            report.present("write trial", result.detail(), TRIAL_PURPOSE);
        }
    }

    private void offers(OutboxInspection inspection, PostgresSchemaOffers offers) throws SQLException {
        offers.indexes(layout, inspection.indexes(), inspection.idIndex(), target.retention());
        if (target.retention() instanceof Retention.ArchiveAfter archive) {
            ArchiveTable found =
                    PostgresArchiveInspector.inspect(connection, layout.table(), ArchiveTable.named(archive));
            offers.archive(
                    layout, found, TargetSchema.of(connection, found.table()).missingRights());
        }
        offers.sideSchema();
        offers.wakeUps();
    }
}
