package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ScanPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SweepPart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statements of this package with their plans, on a preset's table with groups named group-0 and so on. */
final class OutboxStatementPlans {
    static final Set<ScanPart> SCAN = EnumSet.allOf(ScanPart.class);

    // The outermost node comes first, and its buffers include those of all nodes below it
    private static final Pattern BUFFERS =
            Pattern.compile("\"Shared Hit Blocks\": (\\d+),\\s+\"Shared Read Blocks\": (\\d+)");
    private static final int PER_GROUP = 10;
    private static final int GROUPS = 50;

    private final OutboxTestDatabase outboxTestDatabase;
    private final PostgresPresetTable seed;
    private final List<String> ids;

    OutboxStatementPlans(OutboxTestDatabase outboxTestDatabase) throws SQLException {
        this(outboxTestDatabase, PostgresPresetTable.FLOWCATALYST);
    }

    OutboxStatementPlans(OutboxTestDatabase outboxTestDatabase, PostgresPresetTable seed) throws SQLException {
        this.outboxTestDatabase = outboxTestDatabase;
        this.seed = seed;
        List<String> found = outboxTestDatabase.rows("""
                SELECT r.id FROM generate_series(500, 549) g
                CROSS JOIN LATERAL (SELECT id FROM outbox_events WHERE %s = 'group-' || g
                                    ORDER BY created_at LIMIT 10) r""".formatted(seed.waitingOf()));
        // The planner treats an empty id list as a condition that is never true
        this.ids = found.isEmpty() ? List.of("1", "2") : found;
    }

    /** Whether all rows of a group have the same timestamp. */
    boolean isTied() throws SQLException {
        return outboxTestDatabase
                .value("SELECT count(DISTINCT created_at) = 1 FROM outbox_events")
                .equals("t");
    }

    /** The number of pages that the statement touches. */
    <P extends Enum<P>> long pages(SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts)
            throws SQLException {
        Matcher buffers = BUFFERS.matcher(explain("ANALYZE, BUFFERS, ", template, limits, parts));
        if (!buffers.find()) {
            throw new IllegalStateException("no buffers in the plan");
        }
        return Long.parseLong(buffers.group(1)) + Long.parseLong(buffers.group(2));
    }

    /** The generic plan, which a prepared statement gets after several executions. */
    <P extends Enum<P>> String plan(SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts)
            throws SQLException {
        return explain("", template, limits, parts);
    }

    /** The plan of moving rows to this archive table. */
    String planOfArchiving(String archive, Set<SweepPart> parts) throws SQLException {
        return explain("", sql -> sql.fill(PostgresOutboxTemplates.SWEEP, names(archive), parts));
    }

    private Map<String, String> names(String archive) {
        try (Connection connection = outboxTestDatabase.connect()) {
            return PostgresArchiveInspector.inspect(connection, seed.layout().table(), new TableName(null, archive))
                    .names(Quoting.POSTGRESQL);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private <P extends Enum<P>> String explain(
            String options, SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts) throws SQLException {
        return explain(options, sql -> sql.get(template, limits, parts));
    }

    private String explain(String options, Function<PostgresOutboxSql, Sql> chosen) throws SQLException {
        try (Connection connection = outboxTestDatabase.connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");
            }
            PostgresOutboxTable table = PostgresOutboxTable.inspect(connection, seed.layout());
            Sql sql = chosen.apply(new PostgresOutboxSql(table, OutboxSettings.DEFAULTS));
            Sql explain = new Sql("EXPLAIN (" + options + "FORMAT JSON) " + sql.text(), sql.parameters());
            try (PreparedStatement statement = explain.prepare(connection, values());
                    ResultSet plan = statement.executeQuery()) {
                plan.next();
                String text = plan.getString(1);
                connection.rollback();
                return text;
            }
        }
    }

    private Map<String, @Nullable Object> values() {
        String[] groups =
                IntStream.range(500, 500 + GROUPS).mapToObj(g -> "group-" + g).toArray(String[]::new);
        List<Integer> runs = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            runs.add(i / PER_GROUP);
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", "me");
        values.put("relay", PostgresTestOutboxes.RELAY);
        values.put("number", 1_000L);
        values.put("expected", ids.size());
        values.put("resume", "group-5");
        values.put("until", "group-7");
        values.put("at", "2024-01-01");
        values.put("id", "x");
        values.put("groups", groups);
        values.put("in_flight", new String[] {});
        values.put("rows", GROUPS * (PER_GROUP + 1));
        values.put("per_group", PER_GROUP);
        values.put("ids", ids.toArray(String[]::new));
        values.put("prefix_numbers", runs.toArray(Integer[]::new));
        values.put("offered_groups", groups);
        values.put("offered_numbers", runs.stream().distinct().toArray(Integer[]::new));
        values.put("max_payload", Long.MAX_VALUE);
        values.put("words", Collections.nCopies(ids.size(), "complete").toArray(String[]::new));
        values.put("reasons", Collections.nCopies(ids.size(), "").toArray(String[]::new));
        values.put(
                "claimed",
                Collections.nCopies(ids.size(), "2024-01-01T00:00:00Z").toArray(String[]::new));
        values.put("attempts", Collections.nCopies(ids.size(), 0).toArray(Integer[]::new));
        values.put("completed", ids.toArray(String[]::new));
        values.put("completed_attempts", 0);
        values.put("moments", new String[] {"2024-01-01T00:00:00Z"});
        values.put("ended", new Long[] {1L});
        values.put("cleared", new String[] {});
        values.put("landed", new String[] {});
        values.put("keep", "PT1H");
        values.put("timeout", "PT5M");
        values.put("window", "PT30M");
        values.put("unanswered", new Long[] {1L});
        return values;
    }
}
