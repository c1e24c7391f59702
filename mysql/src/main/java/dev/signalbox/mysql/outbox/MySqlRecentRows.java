package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.outbox.RecentRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads recent rows at the end of an index, of a table whose ids may have no order. */
final class MySqlRecentRows {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final SqlTemplate<SqlTemplate.NoPart> RECENT = SqlFolder.beside(
                    MySqlRecentRows.class, "backwards created_at id index most table")
            .template("recent.sql");

    private MySqlRecentRows() {}

    static List<RecentRow> read(Connection connection, MySqlOutboxTable table) throws SQLException {
        String index = table.claimIndex() == null ? table.idIndex() : table.claimIndex();
        if (table.column("id").isNumber() || index == null) {
            return List.of();
        }
        List<String> columns = table.claimIndex() == null
                ? List.of(table.column("id").name())
                : MySqlOutboxTable.claimColumns(table.layout());
        Map<String, String> names = Map.of(
                "table", table.layout().table().quoted(QUOTING),
                "id", QUOTING.quote(table.column("id").name()),
                "created_at", QUOTING.quote(table.column("created_at").name()),
                "index", QUOTING.quote(index),
                "backwards",
                        columns.stream()
                                .map(column -> "t." + QUOTING.quote(column) + " DESC")
                                .collect(Collectors.joining(", ")),
                "most", Integer.toString(RecentRow.MOST));
        return RECENT.fill(names)
                .list(
                        connection,
                        Map.of(),
                        row -> new RecentRow(row.getString("id"), row.getInt("by_time"), row.getInt("by_id")));
    }
}
