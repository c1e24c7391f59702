package dev.signalbox.platform.postgres.id;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.NodeNumber;
import dev.signalbox.platform.id.NodeNumberStore;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the numbers of nodes by the database's clock. */
public final class PostgresNodeNumbers implements NodeNumberStore {
    private static final Duration VALID = Duration.ofMinutes(10);
    /** Each failed attempt means that another node got a number. */
    private static final int ATTEMPTS = 100;

    private enum Statement {
        RENEW,
        TAKE
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresNodeNumbers.class).statements("node-numbers.sql", Statement.class);

    private final PlatformDatabase database;

    public PostgresNodeNumbers(PlatformDatabase database) {
        this.database = database;
    }

    @Override
    public NodeNumber hold(@Nullable NodeNumber held) throws StoreException {
        return database.run("get a number for this node", connection -> {
            Optional<NodeNumber> renewed = held == null ? Optional.empty() : renew(connection, held);
            return renewed.isPresent() ? renewed.get() : take(connection);
        });
    }

    private static Optional<NodeNumber> renew(Connection connection, NodeNumber held) throws SQLException {
        return SQL.sql(Statement.RENEW)
                .first(
                        connection,
                        Map.of("valid", VALID.toMillis(), "number", held.number(), "holder", held.holder()),
                        PostgresNodeNumbers::read);
    }

    private static NodeNumber take(Connection connection) throws SQLException {
        Map<String, Object> values = Map.of("valid", VALID.toMillis(), "numbers", TsidIds.NODES);
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<NodeNumber> taken = SQL.sql(Statement.TAKE).first(connection, values, PostgresNodeNumbers::read);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new SQLException("all " + TsidIds.NODES + " numbers of nodes are taken; they expire after " + VALID);
    }

    private static NodeNumber read(ResultSet row) throws SQLException {
        return new NodeNumber(row.getInt("number"), row.getString("holder"), row.getLong("now"), VALID.toMillis());
    }
}
