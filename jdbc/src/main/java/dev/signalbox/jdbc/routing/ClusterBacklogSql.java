package dev.signalbox.jdbc.routing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements for one table with what a cluster is to have later. */
public interface ClusterBacklogSql {
    /** Finds those of the groups that something is kept of; they are in its only column. */
    PreparedStatement groupsBehind(Connection connection, Collection<String> groups) throws SQLException;

    /** Keeps a message unless it is kept already. Its values are called as the columns of the table. */
    PreparedStatement add(Connection connection, Map<String, @Nullable String> values) throws SQLException;
}
