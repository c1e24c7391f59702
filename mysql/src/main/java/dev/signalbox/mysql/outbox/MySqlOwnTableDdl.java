package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.mysql.connection.ServerKind;
import java.util.Map;

/** Creates Signalbox's own table. */
public final class MySqlOwnTableDdl {
    private static final SqlTemplate<SqlTemplate.NoPart> CREATION = SqlFolder.beside(
                    MySqlOwnTableDdl.class, "table exact claim_index headers_limit id_index limits")
            .template("create-table.sql");

    private MySqlOwnTableDdl() {}

    /** The CREATE TABLE IF NOT EXISTS statement, without a closing semicolon. */
    public static String creation(TableName table, ServerKind server) {
        OutboxLayout layout = OutboxLayouts.SIGNALBOX.layout(table);
        return CREATION.fill(Map.of(
                        "table", table.quoted(Quoting.MYSQL),
                        "exact", exact(server),
                        "limits", Quoting.MYSQL.quote(table.table() + "_limits"),
                        "headers_limit", String.valueOf(ColumnLimits.DEFAULTS.headers()),
                        "claim_index", Quoting.MYSQL.quote(IndexName.CLAIM.of(layout)),
                        "id_index", Quoting.MYSQL.quote(IndexName.ID.of(layout))))
                .text()
                .strip();
    }

    /** The collation that treats only identical bytes as equal. */
    private static String exact(ServerKind server) {
        return switch (server) {
            case MYSQL -> "utf8mb4_0900_bin";
            case MARIADB -> "utf8mb4_nopad_bin";
        };
    }
}
