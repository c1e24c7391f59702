package dev.signalbox.jdbc.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
        FORGET
    }

    private final NamedStatements<Statement> sql;
    private final String relay;
    private final RoutingConnection connections;

    /** @param relay the relay's identity, the same on all nodes */
    public JdbcDeliveryLedger(NamedStatements<Statement> sql, String relay, ConnectionLender connections) {
        this.sql = sql;
        this.relay = relay;
        this.connections = new RoutingConnection(connections);
    }

    @Override
    public Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException {
        return connections.run("look up which clusters have messages", connection -> {
            Map<String, Set<String>> delivered = new HashMap<>();
            try (PreparedStatement statement = statement(Statement.DELIVERED, connection, ids);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    delivered
                            .computeIfAbsent(rows.getString("id"), _ -> new HashSet<>())
                            .add(rows.getString("cluster"));
                }
            }
            return delivered;
        });
    }

    @Override
    public void record(Map<String, Set<String>> clustersById) throws SourceException {
        Sql statement = sql.sql(Statement.RECORD);
        connections.run(
                "record which clusters have messages",
                connection -> Transactions.run(connection, it -> {
                    for (Map.Entry<String, Set<String>> each : clustersById.entrySet()) {
                        for (String cluster : each.getValue()) {
                            var values = Map.of("relay", relay, "id", each.getKey(), "cluster", cluster);
                            try (PreparedStatement insert = statement.prepare(it, values)) {
                                insert.executeUpdate();
                            }
                        }
                    }
                    return true;
                }));
    }

    @Override
    public void forget(Collection<String> ids) throws SourceException {
        connections.run("forget messages that all clusters have", connection -> {
            try (PreparedStatement statement = statement(Statement.FORGET, connection, ids)) {
                return statement.executeUpdate();
            }
        });
    }

    private PreparedStatement statement(Statement statement, Connection connection, Collection<String> ids)
            throws SQLException {
        return sql.sql(statement).prepare(connection, Map.of("relay", relay, "ids", List.copyOf(ids)));
    }
}
