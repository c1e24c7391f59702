package dev.signalbox.postgres;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * A trigger of others that fires when Signalbox writes, and whose function does not set its search path. It runs in our
 * sessions, where names without a schema lead to no table.
 */
public record TriggerWithoutPath(String trigger, String function) {
    private static final Sql TRIGGERS = SqlFolder.sql(TriggerWithoutPath.class, "triggers-without-path.sql");

    /** @param inserts whether Signalbox inserts rows into the table, besides changing and deleting them */
    public static List<TriggerWithoutPath> on(Connection connection, TableName table, boolean inserts)
            throws SQLException {
        return TRIGGERS.list(
                connection,
                Map.of("table", table.quoted(Quoting.POSTGRESQL), "inserts", inserts),
                row -> new TriggerWithoutPath(row.getString("trigger"), row.getString("function")));
    }

    public String problem() {
        return "the function " + function + " of the trigger " + trigger + " does not set its search path";
    }

    public String consequence() {
        return "its names without a schema are not found when Signalbox writes to the table (ALTER FUNCTION " + function
                + " SET search_path = …)";
    }

    /** One text about all of these triggers, as a list without elements if there are none. */
    public static List<String> warnings(List<TriggerWithoutPath> triggers) {
        return triggers.isEmpty()
                ? List.of()
                : List.of(String.join(
                        "; ",
                        triggers.stream()
                                .map(trigger -> trigger.problem() + ": " + trigger.consequence())
                                .toList()));
    }
}
