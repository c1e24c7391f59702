package dev.signalbox.platform.postgres.database;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.platform.input.ResultPage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many rows a search finds: exact up to a limit, above it what the planner expects. A count that takes long is given up
 * for the estimate, too.
 *
 * @param estimate whether there may be more or fewer
 */
public record SearchTotal(long rows, boolean estimate) {
    private static final List<String> PATIENCE = List.of("SET LOCAL statement_timeout = '2s'");
    private static final String TIMED_OUT = "57014";
    private static final Pattern PLAN_ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

    /** @param unlimited the search without a limit, for the planner */
    public static SearchTotal of(
            Connection connection, Sql count, Sql unlimited, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        Map<String, @Nullable Object> limited = new HashMap<>(values);
        limited.put("most", ResultPage.EXACT_TOTAL + 1);
        try {
            long rows = Transactions.run(connection, it -> {
                Sql.executeAll(it, PATIENCE);
                return count.one(it, limited, row -> row.getLong("total"));
            });
            return rows <= ResultPage.EXACT_TOTAL
                    ? new SearchTotal(rows, false)
                    : new SearchTotal(Math.max(rows, expected(connection, unlimited, values)), true);
        } catch (SQLException e) {
            if (!TIMED_OUT.equals(e.getSQLState())) {
                throw e;
            }
            return new SearchTotal(expected(connection, unlimited, values), true);
        }
    }

    private static long expected(Connection connection, Sql unlimited, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        Sql explain = new Sql("EXPLAIN (FORMAT JSON) " + unlimited.text(), unlimited.parameters());
        String plan = explain.one(connection, values, row -> row.getString(1));
        Matcher rows = PLAN_ROWS.matcher(plan);
        return rows.find() ? Long.parseLong(rows.group(1)) : 0;
    }
}
