package dev.signalbox.postgres.routing;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;
import dev.signalbox.jdbc.routing.JdbcRouting;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.util.Map;

/** The records about clusters in PostgreSQL tables. */
public final class PostgresRouting {
    private enum BacklogStatement {
        GROUPS_BEHIND,
        GROUPS_BEHIND_OR_FAILED,
        ADD,
        ADD_UNGROUPED
    }

    private static final NamedStatements<BacklogStatement> BACKLOG = SqlFolder.beside(
                    PostgresRouting.class, "table failed")
            .statements("cluster-backlog.sql", BacklogStatement.class);

    public static final JdbcRouting RECORDS = new JdbcRouting(
            SqlFolder.beside(PostgresRouting.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class),
            PostgresRouting::backlog);

    private PostgresRouting() {}

    private static JdbcClusterBacklog.Statements backlog(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "failed", PostgresOwnTable.failed(table).quoted(Quoting.POSTGRESQL));
        return new JdbcClusterBacklog.Statements(
                BACKLOG.sql(
                        failedHold ? BacklogStatement.GROUPS_BEHIND_OR_FAILED : BacklogStatement.GROUPS_BEHIND, names),
                BACKLOG.sql(BacklogStatement.ADD, names),
                BACKLOG.sql(BacklogStatement.ADD_UNGROUPED, names),
                groups -> groups.toArray(String[]::new));
    }
}
