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

    /** The statement with clauses in the place of a name in braces. */
    String with(String name, SqlClause sqlClause) {
        return fill(sql, name, sqlClause);
    }

    static String fill(String sql, String name, SqlClause sqlClause) {
        return sql.replace("${" + name + "}", sqlClause.sql());
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
