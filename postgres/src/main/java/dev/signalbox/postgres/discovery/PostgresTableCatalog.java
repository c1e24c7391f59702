package dev.signalbox.postgres.discovery;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.discovery.ColumnKind;
import dev.signalbox.jdbc.discovery.DiscoveredColumn;
import dev.signalbox.jdbc.discovery.TableCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a PostgreSQL database, from its catalogue. */
public final class PostgresTableCatalog implements TableCatalog {
    private enum Statement {
        COLUMNS,
        WORDS
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    PostgresTableCatalog.class, "column most table")
            .statements("catalog.sql", Statement.class);

    @Override
    public List<TableColumn> columns(Connection connection, @Nullable TableName only) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", only == null ? null : only.schema());
        values.put("table", only == null ? null : only.table());
        return SQL.sql(Statement.COLUMNS, Map.of("most", Integer.toString(MOST_COLUMNS)))
                .list(connection, values, PostgresTableCatalog::column);
    }

    private static TableColumn column(ResultSet row) throws SQLException {
        return new TableColumn(
                new TableName(row.getString("schema_name"), row.getString("table_name")),
                new DiscoveredColumn(
                        row.getString("name"),
                        kind(row.getString("base_type"), row.getString("category")),
                        row.getString("type"),
                        row.getBoolean("may_be_null"),
                        row.getBoolean("is_unique")));
    }

    private static ColumnKind kind(String baseType, String category) {
        return switch (baseType) {
            case "uuid" -> ColumnKind.UUID;
            case "boolean" -> ColumnKind.BOOLEAN;
            case "json", "jsonb" -> ColumnKind.JSON;
            case "bytea" -> ColumnKind.BYTES;
            case "timestamp with time zone", "timestamp without time zone" -> ColumnKind.TIME;
            default ->
                switch (category) {
                    // An enumeration is written and compared like a text
                    case "S", "E" -> ColumnKind.TEXT;
                    case "N" -> ColumnKind.NUMBER;
                    default -> ColumnKind.OTHER;
                };
        };
    }

    @Override
    public List<String> words(Connection connection, TableName table, String column) throws SQLException {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "column", Quoting.POSTGRESQL.quote(column),
                "most", Integer.toString(MOST_ROWS));
        return SQL.sql(Statement.WORDS, names).list(connection, Map.of(), row -> row.getString("word"));
    }
}
