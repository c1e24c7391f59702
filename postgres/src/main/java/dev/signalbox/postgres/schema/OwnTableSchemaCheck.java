package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaFindings;
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
    private final SchemaFindings report = new SchemaFindings();

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
            SchemaFindings report = new SchemaFindings();
            report.broken(problems, PostgresSchemaCheck.TABLE_PURPOSE);
            return report.report(target.relay(), table);
        }
        var check = new OwnTableSchemaCheck(target, OwnTableInspection.inspect(connection, table), database);
        check.look(connection);
        return check.report.report(target.relay(), table);
    }

    /** Everything that the table needs, without a look at the database. */
    static TableSchemaReport all(PostgresDatabaseInspection unseen, SchemaTarget.OwnTable target) {
        TableName table = target.table();
        var none = new OwnTableInspection(false, false, false, false, false, List.of(), false, List.of());
        var check = new OwnTableSchemaCheck(target, none, unseen);
        TargetSchema home = TargetSchema.unseen(table);
        check.create(home);
        var facts = PostgresTableInspection.unseen(home.schema(), unseen.role());
        var offers = new PostgresSchemaOffers(table, unseen, facts, check.report);
        offers.sideSchema();
        offers.wakeUps();
        return check.report.report(target.relay(), table);
    }

    private void look(Connection connection) throws SQLException {
        List<String> faults = database.inRecovery() ? PostgresSchemaCheck.STANDBY : shape.faults();
        report.broken(faults, PostgresSchemaCheck.TABLE_PURPOSE);
        if (!faults.isEmpty()) {
            return;
        }
        existence("table", shape.exists(), table, PostgresSchemaCheck.TABLE_PURPOSE);
        existence("failed table", shape.failedExists(), PostgresOwnTable.failed(table), FAILED_PURPOSE);
        TargetSchema targetSchema = TargetSchema.of(connection, table);
        if (!shape.exists() || !shape.failedExists()) {
            create(targetSchema);
        }
        PostgresTableInspection facts = PostgresTableInspection.read(
                        connection, table, true, PostgresOwnTableDdl.lateIndexName(table))
                .orElseGet(() -> PostgresTableInspection.planned(
                        targetSchema.schema(), database.role(), targetSchema.mayCreate()));
        var offers = new PostgresSchemaOffers(table, database, facts, report);
        if (shape.exists()) {
            String name = PostgresOwnTableDdl.lateIndexName(table);
            String creation = new PostgresOwnTableDdl(table).lateIndexBesideWriters();
            offers.index("late index", "(xid, position)", LATE_PURPOSE, shape.lateIndex(), name, creation);
            offers.limits(
                    shape.limited(),
                    PostgresOwnTableDdl.limitsName(table),
                    new PostgresOwnTableDdl(table).limitsBesideWriters());
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

    private void existence(String item, boolean exists, TableName name, String purpose) {
        String detail = exists ? "all columns and rights are there" : name + " " + NOT_THERE;
        report.add(item, exists ? State.PRESENT : State.MISSING, true, detail, purpose);
    }

    private void create(TargetSchema targetSchema) {
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
        report.step(
                "create table " + String.join(" and ", created),
                "what the application writes and the relay reads",
                table.quoted(QUOTING),
                statements,
                List.of(grant),
                targetSchema.missingRights());
    }
}
