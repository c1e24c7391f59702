package dev.signalbox.jdbc.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records in a side table which clusters have a message that others lack. */
public final class JdbcDeliveryLedger implements DeliveryLedger {
    /** The statements of a database. */
    public enum Statement {
        DELIVERED,
        RECORD,
        FORGET,
        HOLD_LEASE
    }

    private final NamedStatements<Statement> sql;
    private final String relay;
    private final RoutingWrites writes;
    private final ConnectionLender connections;

    /** @param relay the relay's identity, the same on all nodes */
    public JdbcDeliveryLedger(
            NamedStatements<Statement> sql, String relay, RoutingWrites writes, ConnectionLender connections) {
        this.sql = sql;
        this.relay = relay;
        this.writes = writes;
        this.connections = connections;
    }

    @Override
    public Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException {
        Map<String, Set<String>> delivered = new HashMap<>();
        return connections.run("look up which clusters have messages", connection -> {
            sql.sql(Statement.DELIVERED)
                    .each(
                            connection,
                            values(ids),
                            row -> delivered
                                    .computeIfAbsent(row.getString("id"), _ -> new HashSet<>())
                                    .add(row.getString("cluster")));
            return delivered;
        });
    }

    @Override
    public void record(Incarnation owner, Map<String, Set<String>> clustersById) throws SourceException {
        writes.run("record which clusters have messages", owner, connection -> {
            for (Map.Entry<String, Set<String>> each : clustersById.entrySet()) {
                for (String cluster : each.getValue()) {
                    sql.sql(Statement.RECORD)
                            .update(connection, Map.of("relay", relay, "id", each.getKey(), "cluster", cluster));
                }
            }
            return true;
        });
    }

    @Override
    public void forget(Incarnation owner, Collection<String> ids) throws SourceException {
        writes.run(
                "forget messages that all clusters have",
                owner,
                connection -> sql.sql(Statement.FORGET).update(connection, values(ids)));
    }

    @Override
    public void reset(Collection<String> ids) throws SourceException {
        connections.run(
                "forget which clusters have messages",
                connection -> sql.sql(Statement.FORGET).update(connection, values(ids)));
    }

    private Map<String, Object> values(Collection<String> ids) {
        return Map.of("relay", relay, "ids", List.copyOf(ids));
    }
}
