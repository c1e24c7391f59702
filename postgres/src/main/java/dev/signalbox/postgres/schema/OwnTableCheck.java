package dev.signalbox.postgres.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.postgres.table.SignalboxTable;
import dev.signalbox.postgres.table.TableDdl;
import dev.signalbox.postgres.table.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks what there is of Signalbox's own table, which it may create as well. */
final class OwnTableCheck {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String NOT_THERE = "does not exist, or may not be seen";
    private static final String FAILED_PURPOSE = "where messages go that were given up";
    private static final String GROUP_PURPOSE =
            "without it every batch of the relay with routes goes through the whole table while something is kept in it";
    private static final String LATE_PURPOSE = "without it every read goes through the whole table";

    private final TableName table;
    private final boolean searchedByGroup;
    private final TableShape shape;
    private final DatabaseFacts database;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    private OwnTableCheck(SchemaTarget.OwnTable target, TableShape shape, DatabaseFacts database) {
        this.table = target.table();
        this.searchedByGroup = target.searchedByGroup();
        this.shape = shape;
        this.database = database;
    }

    static SchemaReport report(Connection connection, DatabaseFacts database, SchemaTarget.OwnTable target)
            throws SQLException {
        TableName table = target.table();
        List<String> problems = TableShape.problemsOf(table);
        if (!problems.isEmpty()) {
            return new SchemaReport(target.relay(), table.toString(), SchemaCheck.broken(problems), List.of());
        }
        var check = new OwnTableCheck(target, TableShape.inspect(connection, table), database);
        check.look(connection);
        return new SchemaReport(target.relay(), table.toString(), check.findings, check.steps);
    }

    private void look(Connection connection) throws SQLException {
        if (database.inRecovery()) {
            findings.addAll(SchemaCheck.broken(SchemaCheck.STANDBY));
            return;
        }
        findings.addAll(SchemaCheck.broken(shape.faults()));
        if (!shape.faults().isEmpty()) {
            return;
        }
        findings.add(existence("table", shape.exists(), table, SchemaCheck.TABLE_PURPOSE));
        findings.add(existence("failed table", shape.failedExists(), SignalboxTable.failed(table), FAILED_PURPOSE));
        Home home = Home.of(connection, table);
        if (!shape.exists() || !shape.failedExists()) {
            steps.add(creation(home));
        }
        TableFacts facts = TableFacts.read(connection, table, TableDdl.lateIndexName(table))
                .orElseGet(() -> TableFacts.planned(home.schema(), database.role(), home.mayCreate()));
        var offers = new Offers(table, database, facts, findings, steps);
        if (shape.exists()) {
            String name = TableDdl.lateIndexName(table);
            String creation = new TableDdl(table).lateIndexBesideWriters();
            offers.index("late index", "(xid, position)", LATE_PURPOSE, shape.lateIndex(), name, creation);
            if (searchedByGroup) {
                offers.index(
                        "group index",
                        "(message_group, id)",
                        GROUP_PURPOSE,
                        shape.groupIndex(),
                        TableDdl.groupIndexName(table),
                        new TableDdl(table).groupIndexBesideWriters());
            }
        }
        offers.sideSchema();
        offers.wakeUps();
    }

    private static Finding existence(String item, boolean exists, TableName name, String purpose) {
        return exists
                ? new Finding(item, State.PRESENT, true, "all columns and rights are there", purpose)
                : new Finding(item, State.MISSING, true, name + " " + NOT_THERE, purpose);
    }

    private Step creation(Home home) {
        TableDdl ddl = new TableDdl(table);
        TableName failed = SignalboxTable.failed(table);
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
        return new Step(
                "create table " + String.join(" and ", created),
                "what the application writes and the relay reads",
                table.quoted(QUOTING),
                Step.Manner.TRANSACTION,
                statements,
                List.of(grant),
                home.missingRights());
    }
}
