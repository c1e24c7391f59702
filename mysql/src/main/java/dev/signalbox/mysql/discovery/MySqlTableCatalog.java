package dev.signalbox.mysql.discovery;

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

/** The tables of a MySQL or MariaDB database, from the information schema. */
public final class MySqlTableCatalog implements TableCatalog {
    private enum Statement {
        COLUMNS,
        WORDS
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(MySqlTableCatalog.class, "column most table").statements("catalog.sql", Statement.class);

    @Override
    public List<TableColumn> columns(Connection connection, @Nullable TableName only) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", only == null ? null : only.schema());
        values.put("table", only == null ? null : only.table());
        return SQL.sql(Statement.COLUMNS, Map.of("most", Integer.toString(MOST_COLUMNS)))
                .list(connection, values, MySqlTableCatalog::column);
    }

    private static TableColumn column(ResultSet row) throws SQLException {
        return new TableColumn(
                new TableName(row.getString("other_schema"), row.getString("table_name")),
                new DiscoveredColumn(
                        row.getString("name"),
                        kind(row.getString("data_type")),
                        row.getString("type"),
                        row.getBoolean("may_be_null"),
                        row.getBoolean("is_unique")));
    }

    private static ColumnKind kind(String dataType) {
        return switch (dataType) {
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum" -> ColumnKind.TEXT;
            case "uuid" -> ColumnKind.UUID;
            // What BOOLEAN stands for
            case "tinyint" -> ColumnKind.BOOLEAN;
            case "smallint", "mediumint", "int", "bigint" -> ColumnKind.NUMBER;
            case "timestamp", "datetime" -> ColumnKind.TIME;
            case "json" -> ColumnKind.JSON;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ColumnKind.BYTES;
            default -> ColumnKind.OTHER;
        };
    }

    @Override
    public List<String> words(Connection connection, TableName table, String column) throws SQLException {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.MYSQL),
                "column", Quoting.MYSQL.quote(column),
                "most", Integer.toString(MOST_ROWS));
        return SQL.sql(Statement.WORDS, names).list(connection, Map.of(), row -> row.getString("word"));
    }
}
