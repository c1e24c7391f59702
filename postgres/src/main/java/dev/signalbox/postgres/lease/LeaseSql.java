package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.SqlCollection;

/** The statements of {@code lease.sql} by their names. */
final class LeaseSql {
    private static final SqlCollection STATEMENTS = SqlCollection.load(LeaseSql.class, "lease.sql");

    private LeaseSql() {}

    static String named(String name) {
        return STATEMENTS.text(name);
    }
}
