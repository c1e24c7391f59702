package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Inspects an archive table through PostgreSQL's catalogue. */
public final class PostgresArchiveInspector {
    private static final Sql INSPECT = SqlFolder.sql(PostgresArchiveInspector.class, "inspect-archive.sql");

    private PostgresArchiveInspector() {}

    /** Inspects through this connection, with the rights of its user. */
    public static ArchiveTable inspect(Connection connection, TableName source, TableName table) throws SQLException {
        Map<String, String> values =
                Map.of("table", source.quoted(Quoting.POSTGRESQL), "archive", table.quoted(Quoting.POSTGRESQL));
        boolean exists = false;
        List<ArchiveTable.ArchivedColumn> columns = new ArrayList<>();
        Set<String> troubles = new LinkedHashSet<>();
        try (PreparedStatement statement = INSPECT.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                exists = rows.getBoolean("present");
                String name = rows.getString("name");
                columns.add(new ArchiveTable.ArchivedColumn(
                        name, rows.getString("type"), rows.getString("archived_type"), rows.getBoolean("computed")));
                if (!rows.getBoolean("may_delete")) {
                    troubles.add("the right to DELETE from %s is missing".formatted(source));
                }
                if (!rows.getBoolean("may_insert")) {
                    troubles.add("the right to INSERT into %s is missing".formatted(table));
                }
                if (!rows.getBoolean("may_select")) {
                    troubles.add("the right to SELECT column %s of %s is missing".formatted(name, source));
                }
            }
        }
        return new ArchiveTable(source, table, exists, columns, List.copyOf(troubles));
    }
}
