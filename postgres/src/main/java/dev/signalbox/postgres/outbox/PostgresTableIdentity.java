package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The name of a table that all nodes agree on, however their configuration writes it: {@code outbox_events} and
 * {@code public.outbox_events} must not get two owners.
 */
public final class PostgresTableIdentity {
    private enum Statement {
        EXISTS,
        IDENTITY
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresTableIdentity.class).statements("identity.sql", Statement.class);

    private PostgresTableIdentity() {}

    /** Whether the session's search path finds this table. */
    public static boolean exists(TableName table, Connection connection) throws SQLException {
        return SQL.sql(Statement.EXISTS)
                .query(
                        connection,
                        Map.of("quoted", table.quoted(Quoting.POSTGRESQL)),
                        row -> row.next() && row.getBoolean("there"));
    }

    /** Resolves the name in the database, by the session's search path. */
    public static String of(TableName table, Connection connection) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("quoted", table.quoted(Quoting.POSTGRESQL));
        values.put("schema", table.schema());
        values.put("name", table.table());
        return SQL.sql(Statement.IDENTITY).one(connection, values, row -> row.getString("identity"));
    }
}
