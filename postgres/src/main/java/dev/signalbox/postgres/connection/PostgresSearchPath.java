package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The search path behind a pooling proxy. There a session keeps no setting of ours, so only the role itself can have the
 * search path that no other role can add to.
 */
public final class PostgresSearchPath {
    private static final Sql OWN = new Sql("""
            SELECT s.reset_val
              FROM pg_catalog.pg_settings AS s
             WHERE s.name OPERATOR(pg_catalog.=) 'search_path'
            """, List.of());

    private PostgresSearchPath() {}

    /** The search path of the role, if a pooling proxy serves the connection and other roles may add to that path. */
    public static Optional<String> unsafe(Connection connection) throws SQLException {
        return PostgresConnections.isProxied(connection)
                ? OWN.first(connection, Map.of(), row -> row.getString(1))
                        .filter(path -> !path.equals(PostgresConnections.SEARCH_PATH))
                : Optional.empty();
    }

    /** The statements with which an administrator gives a role the settings that its sessions do not keep. */
    public static List<String> statementsFor(String role, String database) {
        String alter = "ALTER ROLE %s IN DATABASE %s SET "
                .formatted(Quoting.POSTGRESQL.quote(role), Quoting.POSTGRESQL.quote(database));
        return List.of(
                alter + "search_path = " + PostgresConnections.SEARCH_PATH,
                alter + "default_transaction_isolation = 'read committed'");
    }
}
