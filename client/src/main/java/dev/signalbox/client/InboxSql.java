package dev.signalbox.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** The statements of an inbox in one database. */
final class InboxSql {
    private static final int DUPLICATE_KEY = 1062;

    private final TableName table;
    private final Database database;

    InboxSql(TableName table, Database database) {
        this.table = table;
        this.database = database;
    }

    boolean isPostgres() {
        return database == Database.POSTGRESQL;
    }

    /**
     * Marks a message. A second one waits for the first one's transaction, since both want the same key. PostgreSQL then says
     * that nothing was inserted, because an error would end the transaction. MySQL and MariaDB fail with an error that
     * ends the statement only: IGNORE would hide other errors, too, and ON DUPLICATE KEY UPDATE does not tell, with the
     * drivers' usual settings, whether the row is new.
     */
    String mark() {
        String insert = "INSERT INTO " + quoted() + " (message_id, consumer_group, processed_at) VALUES (?, ?, ";
        return isPostgres() ? insert + "now()) ON CONFLICT DO NOTHING" : insert + "CURRENT_TIMESTAMP(6))";
    }

    boolean saysDuplicate(SQLException failure) {
        return !isPostgres() && failure.getErrorCode() == DUPLICATE_KEY;
    }

    /** Deletes so many rows that are older than so many microseconds. Rows that somebody has locked have their turn later. */
    String delete(int most) {
        if (isPostgres()) {
            return "DELETE FROM " + quoted() + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM " + quoted()
                    + " WHERE processed_at < now() - CAST(? AS bigint) * interval '1 microsecond'"
                    + " ORDER BY processed_at LIMIT " + most + " FOR UPDATE SKIP LOCKED))";
        }
        return "DELETE FROM " + quoted() + " WHERE processed_at < CURRENT_TIMESTAMP(6) - INTERVAL ? MICROSECOND"
                + " ORDER BY processed_at LIMIT " + most;
    }

    /** Has a row if the table is there. It is looked for, since CREATE needs rights even where there is nothing to create. */
    String look() {
        return isPostgres()
                ? "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
                : "SELECT 1 FROM information_schema.tables WHERE table_schema = coalesce(?, database()) AND table_name = ?";
    }

    /** The values of {@link #look()}. */
    String[] lookedFor() {
        return isPostgres() ? new String[] {quoted()} : new String[] {table.schema(), table.table()};
    }

    String creation() {
        String name = isPostgres() ? "inbox-postgresql.sql" : "inbox-mysql.sql";
        try (InputStream in = InboxSql.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + InboxSql.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{table}", quoted())
                    .replace("{exact}", database == Database.MARIADB ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin")
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String quoted() {
        return database.quote(table);
    }
}
