package dev.signalbox.postgres.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.postgres.log.LogAddition;
import dev.signalbox.postgres.log.LogInspection;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.OwnLog;
import dev.signalbox.postgres.log.PostgresLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks what there is of a log, and of what it is followed with. */
final class LogCheck {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String TABLE_PURPOSE = "the events that are followed";
    private static final String TRANSACTION_PURPOSE = "without it events that commit late would be lost";
    private static final String POSITION_PURPOSE = "without it every read sorts the whole log";
    private static final String LATE_PURPOSE = "without it every read goes through the whole log";
    private static final String PROGRESS_PURPOSE =
            "where it is remembered how far each pair is; it is also created at the first start, where that is allowed";
    private static final String SIDE_PURPOSE =
            "without it no log is followed; it is also created at the first start, where that is allowed";
    private static final String PARTITIONS_PURPOSE = "made ahead of time, and dropped when they are old and done";

    private final LogTarget target;
    private final LogInspection log;
    private final DatabaseFacts database;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    private LogCheck(LogTarget target, LogInspection log, DatabaseFacts database) {
        this.target = target;
        this.log = log;
        this.database = database;
    }

    static SchemaReport report(Connection connection, DatabaseFacts database, LogTarget target) throws SQLException {
        var check = new LogCheck(target, LogInspection.of(connection, target.log()), database);
        check.look(connection);
        return new SchemaReport(target.name(), table(target).toString(), check.findings, check.steps);
    }

    private static TableName table(LogTarget target) {
        return target.log().table();
    }

    private void look(Connection connection) throws SQLException {
        List<String> faults = database.inRecovery() ? SchemaCheck.STANDBY : log.problems();
        faults.forEach(fault -> findings.add(new Finding("table", State.WRONG, true, fault, TABLE_PURPOSE)));
        if (!faults.isEmpty()) {
            return;
        }
        TableName table = table(target);
        existence();
        if (!log.exists() && !target.own()) {
            return;
        }
        Home home = Home.of(connection, table);
        TableFacts facts = TableFacts.read(
                        connection, table, OwnLog.lateIndexName(table), OwnLog.positionIndexName(table))
                .orElseGet(() -> TableFacts.planned(home.schema(), database.role(), home.mayCreate()));
        var offers = new Offers(table, database, facts, findings, steps);
        if (log.exists()) {
            columns(facts);
            indexes(offers, facts);
            partitions(facts);
        } else {
            steps.add(creation(home));
        }
        progress(Home.of(connection, target.log().progress()));
        offers.sideSchema(SIDE_PURPOSE, true);
        offers.wakeUps();
    }

    private void existence() {
        findings.add(
                log.exists()
                        ? new Finding("table", State.PRESENT, true, "all columns and rights are there", TABLE_PURPOSE)
                        : new Finding(
                                "table",
                                State.MISSING,
                                true,
                                table(target) + " does not exist, or may not be seen",
                                TABLE_PURPOSE));
    }

    private Step creation(Home home) {
        return new Step(
                "create table " + table(target),
                "what the application writes and the publishers follow",
                table(target).quoted(QUOTING),
                Step.Manner.TRANSACTION,
                OwnLog.ddl(table(target)),
                grants(home.schema()),
                home.missingRights());
    }

    /** Whoever makes and drops partitions owns the table. */
    private List<String> grants(String schema) {
        String role = QUOTING.quote(database.role());
        return List.of(
                "GRANT CREATE ON SCHEMA " + QUOTING.quote(schema) + " TO " + role,
                "ALTER TABLE " + table(target).quoted(QUOTING) + " OWNER TO " + role,
                "ALTER TABLE " + OwnLog.rest(table(target)).quoted(QUOTING) + " OWNER TO " + role);
    }

    private void columns(TableFacts facts) {
        if (log.additions().isEmpty()) {
            String column = target.log().columns().transactionId();
            findings.add(
                    new Finding("transaction id", State.PRESENT, true, "the column " + column, TRANSACTION_PURPOSE));
        }
        for (LogAddition addition : log.additions()) {
            findings.add(new Finding(
                    addition.item(),
                    State.MISSING,
                    true,
                    "there is no column " + addition.column(),
                    addition.purpose()));
            steps.add(new Step(
                    "add column " + addition.column() + " to " + table(target),
                    addition.purpose(),
                    table(target).quoted(QUOTING),
                    Step.Manner.TRANSACTION,
                    List.of(addition.statement()),
                    List.of(),
                    facts.owned() ? List.of() : facts.rightsToIndex()));
        }
    }

    private void indexes(Offers offers, TableFacts facts) {
        LogTable.Columns columns = target.log().columns();
        String late = "(%s, %s)".formatted(columns.transactionId(), columns.position());
        offers.index(
                "position index",
                "(" + columns.position() + ")",
                POSITION_PURPOSE,
                log.positionIndex(),
                OwnLog.positionIndexName(table(target)),
                index(facts, OwnLog.positionIndexName(table(target)), columns.position()));
        offers.index(
                "late index",
                late,
                LATE_PURPOSE,
                log.lateIndex(),
                OwnLog.lateIndexName(table(target)),
                index(facts, OwnLog.lateIndexName(table(target)), columns.transactionId(), columns.position()));
    }

    private String index(TableFacts facts, String name, String... columns) {
        List<String> quoted = List.of(columns).stream().map(QUOTING::quote).toList();
        return "CREATE INDEX %s%s ON %s (%s)"
                .formatted(
                        facts.partitioned() ? "" : "CONCURRENTLY ",
                        QUOTING.quote(name),
                        table(target).quoted(QUOTING),
                        String.join(", ", quoted));
    }

    private void partitions(TableFacts facts) {
        if (!target.own()) {
            return;
        }
        List<String> missing = facts.rightsToIndex();
        if (!facts.partitioned()) {
            findings.add(
                    new Finding("partitions", State.WRONG, false, "the table is not partitioned", PARTITIONS_PURPOSE));
        } else if (!missing.isEmpty()) {
            findings.add(new Finding(
                    "partitions", State.WRONG, false, "lacks " + String.join(", ", missing), PARTITIONS_PURPOSE));
            steps.add(new Step(
                    "allow the making of partitions of " + table(target),
                    PARTITIONS_PURPOSE,
                    table(target).quoted(QUOTING),
                    Step.Manner.TRANSACTION,
                    List.of(),
                    grants(facts.schema()),
                    missing));
        } else {
            findings.add(new Finding(
                    "partitions", State.PRESENT, false, "this role may make and drop them", PARTITIONS_PURPOSE));
        }
    }

    private void progress(Home home) {
        TableName progress = target.log().progress();
        if (log.progress()) {
            findings.add(new Finding(
                    "progress table", State.PRESENT, false, "all columns and rights are there", PROGRESS_PURPOSE));
            return;
        }
        boolean stops = !home.missingRights().isEmpty();
        findings.add(
                new Finding("progress table", State.MISSING, stops, progress + " does not exist", PROGRESS_PURPOSE));
        steps.add(new Step(
                "create table " + progress,
                PROGRESS_PURPOSE,
                progress.quoted(QUOTING),
                Step.Manner.TRANSACTION,
                List.of(PostgresLog.progressDdl(target.log()).strip()),
                List.of("GRANT SELECT, INSERT, UPDATE ON %s TO %s"
                        .formatted(progress.quoted(QUOTING), QUOTING.quote(database.role()))),
                home.missingRights()));
    }
}
