package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.ClusterBacklogSql;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cluster backlog in tables of MySQL and MariaDB. */
public final class MySqlClusterBacklog implements ClusterBacklogSql {
    private enum Statement {
        OWED,
        OWED_OR_FAILED,
        OWE
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(MySqlClusterBacklog.class, "table").statements("arrears.sql", Statement.class);

    private final Sql owed;
    private final Sql owe;

    private MySqlClusterBacklog(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of("table", table.quoted(Quoting.MYSQL));
        this.owed = SQL.sql(failedHold ? Statement.OWED_OR_FAILED : Statement.OWED, names);
        this.owe = SQL.sql(Statement.OWE, names);
    }

    /**
     * @param tables the table of each cluster, in Signalbox's own layout
     * @param failedHold whether a failed message holds up its group until an operator decides
     */
    public static ClusterBacklog in(Map<String, TableName> tables, boolean failedHold, ConnectionLender connections) {
        return JdbcClusterBacklog.in(tables, table -> new MySqlClusterBacklog(table, failedHold), connections);
    }

    @Override
    public PreparedStatement groupsBehind(Connection connection, Collection<String> groups) throws SQLException {
        return owed.prepare(connection, Map.of("groups", List.copyOf(groups)));
    }

    @Override
    public PreparedStatement add(Connection connection, Map<String, @Nullable String> values) throws SQLException {
        return owe.prepare(connection, values);
    }
}
