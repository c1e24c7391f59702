package dev.signalbox.jdbc.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.JsonObject;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores the backlog of each cluster in a table of Signalbox's own layout, from which a relay delivers it. */
public final class JdbcClusterBacklog implements ClusterBacklog {
    private final Map<String, ClusterBacklogSql> tables;
    private final RoutingConnection connections;

    private JdbcClusterBacklog(Map<String, ClusterBacklogSql> tables, ConnectionLender connections) {
        this.tables = tables;
        this.connections = new RoutingConnection(connections);
    }

    /**
     * @param tables the table of each cluster
     * @param statements the statements on a table
     */
    public static JdbcClusterBacklog in(
            Map<String, TableName> tables,
            Function<TableName, ClusterBacklogSql> statements,
            ConnectionLender connections) {
        Map<String, ClusterBacklogSql> filled = new HashMap<>();
        tables.forEach((cluster, table) -> filled.put(cluster, statements.apply(table)));
        return new JdbcClusterBacklog(Map.copyOf(filled), connections);
    }

    @Override
    public Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException {
        return connections.run("look what is kept for cluster " + cluster, connection -> {
            Set<String> owed = new HashSet<>();
            try (PreparedStatement statement = table(cluster).groupsBehind(connection, groups);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    owed.add(rows.getString(1));
                }
            }
            return owed;
        });
    }

    @Override
    public void add(String cluster, List<Message> messages) throws SourceException {
        connections.run(
                "keep messages for cluster " + cluster,
                connection -> Transactions.run(connection, it -> {
                    for (Message message : messages) {
                        try (PreparedStatement insert = table(cluster).add(it, values(message))) {
                            insert.executeUpdate();
                        }
                    }
                    return true;
                }));
    }

    private ClusterBacklogSql table(String cluster) {
        ClusterBacklogSql table = tables.get(cluster);
        if (table == null) {
            throw new IllegalArgumentException("there is no table for cluster " + cluster);
        }
        return table;
    }

    private static Map<String, @Nullable String> values(Message message) {
        Map<String, @Nullable String> values = new HashMap<>();
        values.put("id", message.id());
        values.put("message_group", message.group());
        values.put("type", message.type());
        values.put("payload", message.payload().utf8());
        values.put("headers", message.headers().isEmpty() ? null : JsonObject.of(message.headers()));
        return values;
    }
}
