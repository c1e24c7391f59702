package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.SqlCollection;

/** The statements of {@code lease.sql} by their names. */
final class PostgresLeaseSql {
    private static final SqlCollection STATEMENTS = SqlCollection.load(PostgresLeaseSql.class, "lease.sql");

    private PostgresLeaseSql() {}

    static String named(String name) {
        return STATEMENTS.text(name);
    }
}
