package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
        boolean mayDelete = MySqlTableInspection.mayDelete(
                connection, source, layout.columns().id());
        return INSPECT.query(
                connection,
                values,
                rows -> ArchiveTable.read(source, table, rows, _ -> mayDelete, row -> {
                    String engine = row.getString("engine");
                    return engine.equalsIgnoreCase("InnoDB")
                            ? Optional.empty()
                            : Optional.of(
                                    "the engine of the archive table %s is %s; allowed is InnoDB, for a move must be whole"
                                            .formatted(table, engine));
                }));
    }
}
