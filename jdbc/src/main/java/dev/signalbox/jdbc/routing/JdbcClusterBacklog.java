package dev.signalbox.jdbc.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
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
    /**
     * The statements on the backlog table of one cluster.
     *
     * @param groupsBehind returns those groups, in a single column, that have messages in the backlog
     * @param add adds a message of a group unless the backlog contains it; its parameters are named like the columns
     * @param addUngrouped adds a message without a group
     * @param bind binds the groups as this database expects a list
     */
    public record Statements(Sql groupsBehind, Sql add, Sql addUngrouped, Function<Collection<String>, Object> bind) {}

    private final Map<String, Statements> tables = new HashMap<>();
    private final RoutingWrites writes;
    private final ConnectionLender connections;

    /**
     * @param tables the table of each cluster
     * @param statements the statements on a table
     */
    public JdbcClusterBacklog(
            Map<String, TableName> tables,
            Function<TableName, Statements> statements,
            RoutingWrites writes,
            ConnectionLender connections) {
        tables.forEach((cluster, table) -> this.tables.put(cluster, statements.apply(table)));
        this.writes = writes;
        this.connections = connections;
    }

    @Override
    public Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException {
        Statements table = table(cluster);
        Map<String, Object> values = Map.of("groups", table.bind().apply(groups));
        return connections.run(
                "look what is kept for cluster " + cluster,
                connection -> new HashSet<>(table.groupsBehind().list(connection, values, row -> row.getString(1))));
    }

    @Override
    public void add(Incarnation owner, String cluster, List<Message> messages) throws SourceException {
        Statements table = table(cluster);
        writes.run("keep messages for cluster " + cluster, owner, connection -> {
            for (Message message : messages) {
                (message.group() == null ? table.addUngrouped() : table.add()).update(connection, values(message));
            }
            return true;
        });
    }

    private Statements table(String cluster) {
        Statements table = tables.get(cluster);
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
        values.put("headers", message.headers().isEmpty() ? null : JsonTexts.of(message.headers()));
        return values;
    }
}
