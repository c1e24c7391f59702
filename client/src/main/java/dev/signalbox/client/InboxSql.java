package dev.signalbox.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** The statements of an inbox in one database. */
record InboxSql(TableName table, Database database) {
    private static final int DUPLICATE_KEY = 1062;

    boolean isPostgres() {
        return database == Database.POSTGRESQL;
    }

    /**
     * Marks a message. A second transaction waits for the first, since both insert the same key. PostgreSQL then reports
     * that nothing was inserted, because an error would abort the transaction. MySQL and MariaDB report an error that ends
     * only the statement: IGNORE would hide other errors too, and ON DUPLICATE KEY UPDATE, with the drivers' default
     * settings, does not show whether the row is new.
     */
    String mark() {
        String insert = "INSERT INTO " + quoted() + " (message_id, consumer_group, processed_at) VALUES (?, ?, ";
        return isPostgres() ? insert + "now()) ON CONFLICT DO NOTHING" : insert + "CURRENT_TIMESTAMP(6))";
    }

    boolean isDuplicate(SQLException failure) {
        return !isPostgres() && failure.getErrorCode() == DUPLICATE_KEY;
    }

    /** Deletes up to this many rows that are older than a number of microseconds, and skips locked rows on PostgreSQL. */
    String delete(int limit) {
        if (isPostgres()) {
            return "DELETE FROM " + quoted() + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM " + quoted()
                    + " WHERE processed_at < now() - CAST(? AS bigint) * interval '1 microsecond'"
                    + " ORDER BY processed_at LIMIT " + limit + " FOR UPDATE SKIP LOCKED))";
        }
        return "DELETE FROM " + quoted() + " WHERE processed_at < CURRENT_TIMESTAMP(6) - INTERVAL ? MICROSECOND"
                + " ORDER BY processed_at LIMIT " + limit;
    }

    /**
     * Returns a row if the table exists. Checked first, because CREATE needs privileges even if there is nothing to create.
     */
    String exists() {
        return isPostgres()
                ? "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
                : "SELECT 1 FROM information_schema.tables WHERE table_schema = coalesce(?, database()) AND table_name = ?";
    }

    /** The values of {@link #exists()}. */
    String[] existsValues() {
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
