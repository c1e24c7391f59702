package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.ClusterBacklogSql;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clusters are to have later, in tables of PostgreSQL. */
public final class PostgresClusterBacklog implements ClusterBacklogSql {
    private static final SqlTemplate OWED = SqlTemplate.load(PostgresClusterBacklog.class, "owed.sql");
    private static final SqlTemplate OWE = SqlTemplate.load(PostgresClusterBacklog.class, "owe.sql");

    private final Sql owed;
    private final Sql oweInGroup;
    private final Sql oweAlone;

    private PostgresClusterBacklog(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "failed", PostgresOwnTable.failed(table).quoted(Quoting.POSTGRESQL));
        this.owed = OWED.fill(names, failedHold ? Set.of("held") : Set.of());
        this.oweInGroup = OWE.fill(names, Set.of("grouped"));
        this.oweAlone = OWE.fill(names, Set.of("alone"));
    }

    /**
     * @param tables of Signalbox's own layout, by the clusters that they are for
     * @param failedHold whether a failed message holds its group until somebody decides
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
