package dev.signalbox.postgres.operation;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many rows the planner thinks that there are. */
final class PlannerEstimate {
    private static final Pattern ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

    private PlannerEstimate() {}

    /** @param template an EXPLAIN in JSON */
    static long of(DeskAccess access, String template) throws SourceException {
        Sql sql = access.sql(template, Map.of(), Set.of());
        return access.run("estimate the backlog", connection -> {
            try (PreparedStatement statement = sql.prepare(connection, Map.of());
                    ResultSet row = statement.executeQuery()) {
                row.next();
                Matcher rows = ROWS.matcher(row.getString(1));
                return rows.find() ? Long.parseLong(rows.group(1)) : 0L;
            }
        });
    }
}
