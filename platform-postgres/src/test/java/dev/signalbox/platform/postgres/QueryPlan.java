package dev.signalbox.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How PostgreSQL ran a statement, as EXPLAIN (ANALYZE, BUFFERS) shows it. */
public record QueryPlan(String text) {
    private static final Pattern PAGES = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?|shared read=(\\d+)");

    /** Runs the statement, with its effects. */
    public static QueryPlan of(
            PostgresConnections connections, Sql statement, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        Sql explained = new Sql(
                "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + statement.text(), statement.parameters());
        try (Connection connection = connections.borrow();
                PreparedStatement prepared = explained.prepare(connection, values);
                ResultSet lines = prepared.executeQuery()) {
            StringBuilder plan = new StringBuilder();
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
            return new QueryPlan(plan.toString());
        }
    }

    /** What the whole statement read. */
    public long pagesAltogether() {
        Matcher first = PAGES.matcher(text);
        assertThat(first.find()).as(text).isTrue();
        return Stream.of(first.group(1), first.group(2), first.group(3))
                .filter(Objects::nonNull)
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** The sum of all nodes: what a node reads through those below it counts again, which the bounds allow for. */
    public long pages() {
        Matcher matcher = PAGES.matcher(text.split("Planning:", -1)[0]);
        long pages = 0;
        while (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                pages += matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
            }
        }
        assertThat(pages).as(text).isPositive();
        return pages;
    }
}
