package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.owntable.OwnTableInspection;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.postgres.owntable.PostgresOwnTableDdl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks Signalbox's own table, which Signalbox may also create. */
final class OwnTableSchemaCheck {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String NOT_THERE = "does not exist, or may not be seen";
    private static final String FAILED_PURPOSE = "where messages go that were given up";
    private static final String GROUP_PURPOSE =
            "without it every batch of the relay with routes goes through the whole table while something is kept in it";
    private static final String LATE_PURPOSE = "without it every read goes through the whole table";

    private final TableName table;
    private final boolean searchedByGroup;
    private final OwnTableInspection shape;
    private final PostgresDatabaseInspection database;
    private final List<InspectionFinding> findings = new ArrayList<>();
    private final List<SchemaStep> steps = new ArrayList<>();

    private OwnTableSchemaCheck(
            SchemaTarget.OwnTable target, OwnTableInspection shape, PostgresDatabaseInspection database) {
        this.table = target.table();
        this.searchedByGroup = target.searchedByGroup();
        this.shape = shape;
        this.database = database;
    }

    static TableSchemaReport report(
            Connection connection, PostgresDatabaseInspection database, SchemaTarget.OwnTable target)
            throws SQLException {
        TableName table = target.table();
        List<String> problems = OwnTableInspection.problemsOf(table);
        if (!problems.isEmpty()) {
            return new TableSchemaReport(
                    target.relay(), table.toString(), PostgresSchemaCheck.broken(problems), List.of());
        }
        var check = new OwnTableSchemaCheck(target, OwnTableInspection.inspect(connection, table), database);
        check.look(connection);
        return new TableSchemaReport(target.relay(), table.toString(), check.findings, check.steps);
    }

    private void look(Connection connection) throws SQLException {
        if (database.inRecovery()) {
            findings.addAll(PostgresSchemaCheck.broken(PostgresSchemaCheck.STANDBY));
            return;
        }
        findings.addAll(PostgresSchemaCheck.broken(shape.faults()));
        if (!shape.faults().isEmpty()) {
            return;
        }
        findings.add(existence("table", shape.exists(), table, PostgresSchemaCheck.TABLE_PURPOSE));
        findings.add(existence("failed table", shape.failedExists(), PostgresOwnTable.failed(table), FAILED_PURPOSE));
        TargetSchema targetSchema = TargetSchema.of(connection, table);
        if (!shape.exists() || !shape.failedExists()) {
            steps.add(creation(targetSchema));
        }
        PostgresTableInspection facts = PostgresTableInspection.read(
                        connection, table, PostgresOwnTableDdl.lateIndexName(table))
                .orElseGet(() -> PostgresTableInspection.planned(
                        targetSchema.schema(), database.role(), targetSchema.mayCreate()));
        var offers = new PostgresSchemaOffers(table, database, facts, findings, steps);
        if (shape.exists()) {
            String name = PostgresOwnTableDdl.lateIndexName(table);
            String creation = new PostgresOwnTableDdl(table).lateIndexBesideWriters();
            offers.index("late index", "(xid, position)", LATE_PURPOSE, shape.lateIndex(), name, creation);
            if (searchedByGroup) {
                offers.index(
                        "group index",
                        "(message_group, id)",
                        GROUP_PURPOSE,
                        shape.groupIndex(),
                        PostgresOwnTableDdl.groupIndexName(table),
                        new PostgresOwnTableDdl(table).groupIndexBesideWriters());
            }
        }
        offers.sideSchema();
        offers.wakeUps();
    }

    private static InspectionFinding existence(String item, boolean exists, TableName name, String purpose) {
        return exists
                ? new InspectionFinding(item, State.PRESENT, true, "all columns and rights are there", purpose)
                : new InspectionFinding(item, State.MISSING, true, name + " " + NOT_THERE, purpose);
    }

    private SchemaStep creation(TargetSchema targetSchema) {
        PostgresOwnTableDdl ddl = new PostgresOwnTableDdl(table);
        TableName failed = PostgresOwnTable.failed(table);
        List<String> created = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        if (!shape.exists()) {
            created.add(table.toString());
            statements.addAll(ddl.table());
            if (searchedByGroup) {
                statements.add(ddl.groupIndex());
            }
        }
        if (!shape.failedExists()) {
            created.add(failed.toString());
            statements.addAll(ddl.failed());
        }
        String grant = "GRANT SELECT, INSERT, UPDATE, DELETE ON %s, %s TO %s"
                .formatted(table.quoted(QUOTING), failed.quoted(QUOTING), QUOTING.quote(database.role()));
        return new SchemaStep(
                "create table " + String.join(" and ", created),
                "what the application writes and the relay reads",
                table.quoted(QUOTING),
                SchemaStep.Execution.TRANSACTION,
                statements,
                List.of(grant),
                targetSchema.missingRights());
    }
}
