package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Inspects an archive table through PostgreSQL's catalogue. */
public final class PostgresArchiveInspector {
    private static final Sql INSPECT = SqlFolder.sql(PostgresArchiveInspector.class, "inspect-archive.sql");

    private PostgresArchiveInspector() {}

    /** Inspects through this connection, with the rights of its user. */
    public static ArchiveTable inspect(Connection connection, TableName source, TableName table) throws SQLException {
        Map<String, String> values =
                Map.of("table", source.quoted(Quoting.POSTGRESQL), "archive", table.quoted(Quoting.POSTGRESQL));
        return INSPECT.query(
                connection,
                values,
                rows -> ArchiveTable.read(
                        source, table, rows, row -> row.getBoolean("may_delete"), _ -> Optional.empty()));
    }
}
