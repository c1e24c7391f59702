package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables that a configuration means, and the names that all nodes agree on: {@code outbox_events} and
 * {@code public.outbox_events} must not get two owners.
 *
 * <p>The search path that the role has by itself decides which table a plain name means. It is read once; the sessions of
 * Signalbox do not use it.
 */
public final class PostgresTableIdentity {
    private static final String DEFAULT_SCHEMA = "public";
    /** New tables of a user belong into none of these. */
    private static final Set<String> RESERVED = Set.of("pg_catalog", "signalbox");

    private enum Statement {
        SEARCHED,
        FIND
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresTableIdentity.class).statements("identity.sql", Statement.class);

    private final Connection connection;
    private final List<String> searched;

    private PostgresTableIdentity(Connection connection, List<String> searched) {
        this.connection = connection;
        this.searched = searched;
    }

    /** Reads the search path that the role of this connection has by itself. */
    public static PostgresTableIdentity read(Connection connection) throws SQLException {
        List<String> searched = SQL.sql(Statement.SEARCHED)
                .one(
                        connection,
                        Map.of(),
                        row -> List.of((String[]) row.getArray("schemas").getArray()));
        return new PostgresTableIdentity(connection, searched);
    }

    /** Whether there is such a table. */
    public boolean exists(TableName table) throws SQLException {
        return schemaOf(table).isPresent();
    }

    /** The identity of the table: its schema and its name. */
    public String of(TableName table) throws SQLException {
        return schema(table) + "." + table.table();
    }

    /** The same table with its schema, which is left out where it is the default. */
    public TableName resolve(TableName table) throws SQLException {
        String schema = schema(table);
        return table.schema() == null && !schema.equals(DEFAULT_SCHEMA) ? new TableName(schema, table.table()) : table;
    }

    /** The schema of the table, or the one in which it would be created. */
    private String schema(TableName table) throws SQLException {
        return table.schema() != null
                ? table.schema()
                : schemaOf(table)
                        .orElseGet(() -> searched.stream()
                                .filter(schema -> !RESERVED.contains(schema))
                                .findFirst()
                                .orElse(DEFAULT_SCHEMA));
    }

    private Optional<String> schemaOf(TableName table) throws SQLException {
        String[] schemas = table.schema() == null ? searched.toArray(String[]::new) : new String[] {table.schema()};
        Map<String, Object> values = Map.of("schemas", schemas, "table", table.table());
        return SQL.sql(Statement.FIND).first(connection, values, row -> row.getString("schema"));
    }
}
