package dev.signalbox.eventstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The statements, from the {@code .sql} resources beside this class. */
enum EventStoreSql {
    APPEND("append"),
    APPEND_IF("append-if"),
    APPEND_ONCE("append-once"),
    COMMAND("command"),
    CONFLICT("conflict"),
    FOREIGN_TRANSACTIONS("foreign-transactions"),
    LOCK("lock"),
    READ("read"),
    REPETITION("repetition"),
    SCHEMA("schema"),
    SCHEMA_STATE("schema-state");

    private final String sql;

    EventStoreSql(String name) {
        this.sql = load(name + ".sql");
    }

    String sql() {
        return sql;
    }

    /** The statement with a clause in place of a placeholder. */
    String with(String name, SqlClause clause) {
        return fill(sql, name, clause);
    }

    static String fill(String sql, String name, SqlClause clause) {
        return sql.replace("${" + name + "}", clause.sql());
    }

    private static String load(String file) {
        try (InputStream in = EventStoreSql.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
