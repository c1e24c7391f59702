package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlCollection;
import dev.signalbox.jdbc.SqlTemplate;
import java.util.Map;
import java.util.Set;

/** The statements of this package. */
final class MySqlLeaseSql {
    private static final SqlCollection SMALL = SqlCollection.load(MySqlLeaseSql.class, "lease.sql");

    /** Named locks are known to the whole server, so a relay's lock has the database in its name. */
    private static final Map<String, String> LOCK_NAME = Map.of("lock_name", SMALL.text("lock-name"));

    private MySqlLeaseSql() {}

    /** One of the small ones, which share a resource. */
    static Sql named(String name) {
        return SMALL.sql(name, LOCK_NAME);
    }

    static SqlTemplate template(String resource) {
        return SqlTemplate.load(MySqlLeaseSql.class, resource);
    }

    static Sql load(String resource) {
        return template(resource).fill(LOCK_NAME, Set.of());
    }
}
