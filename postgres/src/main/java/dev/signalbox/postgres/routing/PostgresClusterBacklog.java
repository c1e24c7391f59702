package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.ClusterBacklogSql;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cluster backlog in PostgreSQL tables. */
public final class PostgresClusterBacklog implements ClusterBacklogSql {
    private enum Statement {
        OWED,
        OWED_OR_FAILED,
        OWE_IN_GROUP,
        OWE_UNGROUPED
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresClusterBacklog.class, "table failed").statements("arrears.sql", Statement.class);

    private final Sql owed;
    private final Sql oweInGroup;
    private final Sql oweAlone;

    private PostgresClusterBacklog(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "failed", PostgresOwnTable.failed(table).quoted(Quoting.POSTGRESQL));
        this.owed = SQL.sql(failedHold ? Statement.OWED_OR_FAILED : Statement.OWED, names);
        this.oweInGroup = SQL.sql(Statement.OWE_IN_GROUP, names);
        this.oweAlone = SQL.sql(Statement.OWE_UNGROUPED, names);
    }

    /**
     * @param tables tables of Signalbox's own layout, by the cluster that they serve
     * @param failedHold whether a failed message blocks its group until an operator decides
     */
    public static ClusterBacklog in(Map<String, TableName> tables, boolean failedHold, ConnectionLender connections) {
        return JdbcClusterBacklog.in(tables, table -> new PostgresClusterBacklog(table, failedHold), connections);
    }

    @Override
    public PreparedStatement groupsBehind(Connection connection, Collection<String> groups) throws SQLException {
        return owed.prepare(connection, Map.of("groups", groups.toArray(String[]::new)));
    }

    @Override
    public PreparedStatement add(Connection connection, Map<String, @Nullable String> values) throws SQLException {
        return (values.get("message_group") == null ? oweAlone : oweInGroup).prepare(connection, values);
    }
}
