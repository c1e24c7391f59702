package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.outbox.RecentRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Reads recent rows of a table whose ids may have no order: some of those in its last pages. */
final class PostgresRecentRows {
    private static final SqlTemplate<SqlTemplate.NoPart> RECENT = SqlFolder.beside(
                    PostgresRecentRows.class, "created_at id most table")
            .template("recent.sql");

    private PostgresRecentRows() {}

    static List<RecentRow> read(Connection connection, PostgresOutboxTable table) throws SQLException {
        PostgresColumn id = table.column("id");
        if (!id.isText() && !id.baseType().equals("uuid")) {
            return List.of();
        }
        String quoted = table.layout().table().quoted(Quoting.POSTGRESQL);
        Map<String, String> names = Map.of(
                "table", quoted,
                "id", Quoting.POSTGRESQL.quote(id.name()),
                "created_at",
                        Quoting.POSTGRESQL.quote(table.column("created_at").name()),
                "most", Integer.toString(RecentRow.MOST));
        return RECENT.fill(names)
                .list(
                        connection,
                        Map.of("table", quoted),
                        row -> new RecentRow(row.getString("id"), row.getInt("by_time"), row.getInt("by_id")));
    }
}
