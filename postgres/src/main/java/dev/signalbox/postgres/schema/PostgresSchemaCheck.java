package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

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
        return of(connections, targets, TrialMode.NONE);
    }

    /** Checks these tables of one database, and proves what the comparison finds fitting. */
    public static List<TableSchemaReport> of(
            PostgresConnections connections, List<SchemaTarget> targets, TrialMode trial) throws SQLException {
        return each(connections, targets, (connection, database, target) -> switch (target) {
            case SchemaTarget.StatusTable table ->
                new StatusTableCheck(connections, connection, database, table, trial).report();
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
}
