package dev.signalbox.jdbc.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements on the backlog table of one cluster. */
public interface ClusterBacklogSql {
    /** Returns those groups, in a single column, that have messages in the backlog. */
    PreparedStatement groupsBehind(Connection connection, Collection<String> groups) throws SQLException;

    /** Adds a message unless the backlog contains it. The values are named like the columns. */
    PreparedStatement add(Connection connection, Map<String, @Nullable String> values) throws SQLException;
}
