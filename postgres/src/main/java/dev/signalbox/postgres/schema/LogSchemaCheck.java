package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.log.LogInspection;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.MissingLogColumn;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.log.SignalboxLogTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Checks a log and the objects that its feeds need. */
final class LogSchemaCheck {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String TABLE_PURPOSE = "the events that are followed";
    private static final String TRANSACTION_PURPOSE = "without it events that commit late would be lost";
    private static final String POSITION_PURPOSE = "without it every read sorts the whole log";
    private static final String LATE_PURPOSE = "without it every read goes through the whole log";
    private static final String PROGRESS_PURPOSE =
            "keeps the position of each feed; it is also created at the first start, where that is allowed";
    private static final String SIDE_PURPOSE =
            "without it no log is followed; it is also created at the first start, where that is allowed";
    private static final String PARTITIONS_PURPOSE = "made ahead of time, and dropped when they are old and done";

    private final LogSchemaTarget target;
    private final LogInspection log;
    private final PostgresDatabaseInspection database;
    private final SchemaFindings report = new SchemaFindings();

    private LogSchemaCheck(LogSchemaTarget target, LogInspection log, PostgresDatabaseInspection database) {
        this.target = target;
        this.log = log;
        this.database = database;
    }

    static TableSchemaReport report(Connection connection, PostgresDatabaseInspection database, LogSchemaTarget target)
            throws SQLException {
        var check = new LogSchemaCheck(target, LogInspection.of(connection, target.log()), database);
        check.look(connection);
        return check.report.report(target.name(), table(target));
    }

    /** Everything that a log needs, without a look at the database. */
    static TableSchemaReport all(PostgresDatabaseInspection unseen, LogSchemaTarget target) {
        var check = new LogSchemaCheck(target, LogInspection.unseen(target.log()), unseen);
        check.offerAll();
        return check.report.report(target.name(), table(target));
    }

    private void offerAll() {
        TargetSchema home = TargetSchema.unseen(table(target));
        PostgresTableInspection facts = PostgresTableInspection.unseen(home.schema(), database.role());
        var offers = new PostgresSchemaOffers(table(target), database, facts, report);
        if (target.own()) {
            offerTable(home);
        } else {
            indexes(offers, facts);
            report.step(
                    "allow the role " + database.role() + " to read " + table(target),
                    TABLE_PURPOSE,
                    table(target).quoted(QUOTING),
                    List.of("GRANT SELECT ON %s TO %s"
                            .formatted(table(target).quoted(QUOTING), QUOTING.quote(database.role()))),
                    List.of(),
                    List.of());
        }
        progress(TargetSchema.unseen(target.log().progress()));
        offers.sideSchema(SIDE_PURPOSE, true);
        offers.wakeUps();
    }

    private static TableName table(LogSchemaTarget target) {
        return target.log().table();
    }

    private void look(Connection connection) throws SQLException {
        List<String> faults = database.inRecovery() ? PostgresSchemaCheck.STANDBY : log.problems();
        report.broken(faults, TABLE_PURPOSE);
        if (!faults.isEmpty()) {
            return;
        }
        TableName table = table(target);
        report.add(
                "table",
                log.exists() ? State.PRESENT : State.MISSING,
                true,
                log.exists() ? "all columns and rights are there" : table + " does not exist, or may not be seen",
                TABLE_PURPOSE);
        if (!log.exists() && !target.own()) {
            return;
        }
        TargetSchema targetSchema = TargetSchema.of(connection, table);
        PostgresTableInspection facts = PostgresTableInspection.read(
                        connection,
                        table,
                        false,
                        SignalboxLogTable.lateIndexName(table),
                        SignalboxLogTable.positionIndexName(table))
                .orElseGet(() -> PostgresTableInspection.planned(
                        targetSchema.schema(), database.role(), targetSchema.mayCreate()));
        var offers = new PostgresSchemaOffers(table, database, facts, report);
        if (log.exists()) {
            columns(facts);
            indexes(offers, facts);
            partitions(facts);
            limits(offers);
        } else {
            offerTable(targetSchema);
        }
        progress(TargetSchema.of(connection, target.log().progress()));
        offers.sideSchema(SIDE_PURPOSE, true);
        offers.wakeUps();
    }

    private void offerTable(TargetSchema targetSchema) {
        TableName table = table(target);
        report.step(
                "create table " + table,
                "what the application writes and the publishers follow",
                table.quoted(QUOTING),
                SignalboxLogTable.ddl(table),
                grants(targetSchema.schema()),
                targetSchema.missingRights());
    }

    /** Creating and dropping partitions requires ownership of the table. */
    private List<String> grants(String schema) {
        String role = QUOTING.quote(database.role());
        return List.of(
                "GRANT CREATE ON SCHEMA " + QUOTING.quote(schema) + " TO " + role,
                "ALTER TABLE " + table(target).quoted(QUOTING) + " OWNER TO " + role,
                "ALTER TABLE " + SignalboxLogTable.rest(table(target)).quoted(QUOTING) + " OWNER TO " + role);
    }

    private void columns(PostgresTableInspection facts) {
        if (log.additions().isEmpty()) {
            String column = target.log().columns().transactionId();
            report.add("transaction id", State.PRESENT, true, "the column " + column, TRANSACTION_PURPOSE);
        }
        for (MissingLogColumn addition : log.additions()) {
            report.add(
                    addition.item(),
                    State.MISSING,
                    true,
                    "there is no column " + addition.column(),
                    addition.purpose());
            report.step(
                    "add column " + addition.column() + " to " + table(target),
                    addition.purpose(),
                    table(target).quoted(QUOTING),
                    List.of(addition.statement()),
                    List.of(),
                    facts.owned() ? List.of() : facts.rightsToIndex());
        }
    }

    private void limits(PostgresSchemaOffers offers) {
        if (target.own()) {
            offers.limits(
                    log.limited(),
                    SignalboxLogTable.limitsName(table(target)),
                    SignalboxLogTable.limitsBesideWriters(table(target)));
        }
    }

    private void indexes(PostgresSchemaOffers offers, PostgresTableInspection facts) {
        LogTable.Columns columns = target.log().columns();
        String late = "(%s, %s)".formatted(columns.transactionId(), columns.position());
        offers.index(
                "position index",
                "(" + columns.position() + ")",
                POSITION_PURPOSE,
                log.positionIndex(),
                SignalboxLogTable.positionIndexName(table(target)),
                index(facts, SignalboxLogTable.positionIndexName(table(target)), columns.position()));
        offers.index(
                "late index",
                late,
                LATE_PURPOSE,
                log.lateIndex(),
                SignalboxLogTable.lateIndexName(table(target)),
                index(
                        facts,
                        SignalboxLogTable.lateIndexName(table(target)),
                        columns.transactionId(),
                        columns.position()));
    }

    private String index(PostgresTableInspection facts, String name, String... columns) {
        List<String> quoted = List.of(columns).stream().map(QUOTING::quote).toList();
        return "CREATE INDEX %s%s ON %s (%s)"
                .formatted(
                        facts.partitioned() ? "" : "CONCURRENTLY ",
                        QUOTING.quote(name),
                        table(target).quoted(QUOTING),
                        String.join(", ", quoted));
    }

    private void partitions(PostgresTableInspection facts) {
        if (!target.own()) {
            return;
        }
        List<String> missing = facts.rightsToIndex();
        if (!facts.partitioned()) {
            report.wrong("partitions", "the table is not partitioned", PARTITIONS_PURPOSE);
        } else if (!missing.isEmpty()) {
            report.wrong("partitions", "lacks " + String.join(", ", missing), PARTITIONS_PURPOSE);
            report.step(
                    "allow the making of partitions of " + table(target),
                    PARTITIONS_PURPOSE,
                    table(target).quoted(QUOTING),
                    List.of(),
                    grants(facts.schema()),
                    missing);
        } else {
            report.present("partitions", "this role may make and drop them", PARTITIONS_PURPOSE);
        }
    }

    private void progress(TargetSchema targetSchema) {
        TableName progress = target.log().progress();
        if (log.progress()) {
            report.present("progress table", "all columns and rights are there", PROGRESS_PURPOSE);
            return;
        }
        boolean stops = !targetSchema.missingRights().isEmpty();
        report.add("progress table", State.MISSING, stops, progress + " does not exist", PROGRESS_PURPOSE);
        report.step(
                "create table " + progress,
                PROGRESS_PURPOSE,
                progress.quoted(QUOTING),
                List.of(PostgresLog.progressDdl(target.log()).strip()),
                List.of("GRANT SELECT, INSERT, UPDATE ON %s TO %s"
                        .formatted(progress.quoted(QUOTING), QUOTING.quote(database.role()))),
                targetSchema.missingRights());
    }
}
