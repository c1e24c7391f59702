package dev.signalbox.jdbc.discovery;

import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads which tables a database has, and changes nothing. */
public interface TableCatalog {
    /** The maximum number of columns that are read, of all tables together. */
    int MOST_COLUMNS = 20_000;

    /** The maximum number of rows in which status words are looked for. */
    int MOST_ROWS = 10_000;

    /** A column and the table that it belongs to. */
    record TableColumn(TableName table, DiscoveredColumn column) {}

    /**
     * The columns that this user may read, those of a table one after the other.
     *
     * @param only the table to read; null for all tables of the user
     */
    List<TableColumn> columns(Connection connection, @Nullable TableName only) throws SQLException;

    /** The words in a column of some rows. */
    List<String> words(Connection connection, TableName table, String column) throws SQLException;

    /** The tables with their columns. */
    default List<DiscoveredTable> tables(Connection connection, @Nullable TableName only) throws SQLException {
        Map<TableName, List<DiscoveredColumn>> tables = new LinkedHashMap<>();
        for (TableColumn each : columns(connection, only)) {
            tables.computeIfAbsent(each.table(), _ -> new ArrayList<>()).add(each.column());
        }
        return tables.entrySet().stream()
                .map(table -> new DiscoveredTable(table.getKey(), table.getValue()))
                .toList();
    }
}
