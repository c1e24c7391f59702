package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Inspects an archive table with the information schema. */
public final class MySqlArchiveInspector {
    private static final Sql INSPECT = SqlFolder.sql(MySqlArchiveInspector.class, "inspect-archive.sql");

    private MySqlArchiveInspector() {}

    /** Inspects through this connection, with the rights of its user. */
    public static ArchiveTable inspect(Connection connection, OutboxLayout layout, TableName table)
            throws SQLException {
        TableName source = layout.table();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", source.schema());
        values.put("table", source.table());
        values.put("archive_schema", table.schema());
        values.put("archive", table.table());
        boolean exists = false;
        List<ArchiveTable.ArchivedColumn> columns = new ArrayList<>();
        Set<String> troubles = new LinkedHashSet<>();
        if (!MySqlTableInspection.mayDelete(connection, source, layout.columns().id())) {
            troubles.add("the right to DELETE from %s is missing".formatted(source));
        }
        try (PreparedStatement statement = INSPECT.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                exists = rows.getBoolean("present");
                String name = rows.getString("name");
                columns.add(new ArchiveTable.ArchivedColumn(
                        name, rows.getString("type"), rows.getString("archived_type"), rows.getBoolean("computed")));
                if (!rows.getBoolean("may_insert")) {
                    troubles.add("the right to INSERT into %s is missing".formatted(table));
                }
                if (!rows.getBoolean("may_select")) {
                    troubles.add("the right to SELECT column %s of %s is missing".formatted(name, source));
                }
                String engine = rows.getString("engine");
                if (!engine.equalsIgnoreCase("InnoDB")) {
                    troubles.add("the engine of the archive table %s is %s; allowed is InnoDB, for a move must be whole"
                            .formatted(table, engine));
                }
            }
        }
        return new ArchiveTable(source, table, exists, columns, List.copyOf(troubles));
    }
}
