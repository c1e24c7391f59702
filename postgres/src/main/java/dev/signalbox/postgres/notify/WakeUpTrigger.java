package dev.signalbox.postgres.notify;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The trigger that notifies of new rows while a node sleeps. */
public final class WakeUpTrigger {
    /** The trigger's name on each table. */
    public static final String NAME = "signalbox_wake";

    static final String CHANNEL = "signalbox_wake";
    /** The first half of the advisory lock's key ("SBwk"); the second is the table's oid. */
    private static final int LOCK_CLASS = 0x5342_776B;

    enum Statement {
        WAKE_FUNCTION,
        WAKE_TRIGGER,
        TRIGGERS,
        NOTIFY,
        ARM,
        DISARM
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    WakeUpTrigger.class, "channel lock_class table")
            .statements("wake-up.sql", Statement.class);

    private WakeUpTrigger() {}

    /** The statement that creates or replaces the function that the triggers of all tables call. */
    public static String functionDdl() {
        return sql(Statement.WAKE_FUNCTION).text();
    }

    /**
     * Whether the function is that of this version.
     *
     * @param parameters the server parameters that the function sets, as the catalogue has them
     */
    public static boolean isFunction(@Nullable String source, List<String> parameters) {
        return source != null
                && functionDdl().endsWith("$wake$" + source + "$wake$")
                && parameters.contains("search_path=" + PostgresConnections.SEARCH_PATH);
    }

    /** The statement that creates the trigger on one table. */
    public static String triggerDdl(TableName table) {
        return SQL.sql(Statement.WAKE_TRIGGER, Map.of("table", table.quoted(Quoting.POSTGRESQL)))
                .text();
    }

    /** Notifies all nodes of work in this table, as its trigger does. */
    public static void notifyNodes(Connection connection, String identity) throws SQLException {
        sql(Statement.NOTIFY).execute(connection, Map.of("identity", identity));
    }

    /** The given tables that have the trigger, with their oids for the lock's key. */
    static Map<String, Integer> installed(Connection connection, Collection<String> identities) throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        Map<String, String[]> values = Map.of("identities", identities.toArray(String[]::new));
        sql(Statement.TRIGGERS)
                .each(connection, values, row -> numbers.put(row.getString("identity"), (int) row.getLong("number")));
        return numbers;
    }

    /** A statement of this package. */
    static Sql sql(Statement statement) {
        Map<String, String> names =
                Map.of("lock_class", Integer.toString(LOCK_CLASS), "channel", Quoting.POSTGRESQL.literal(CHANNEL));
        return SQL.sql(statement, names);
    }
}
