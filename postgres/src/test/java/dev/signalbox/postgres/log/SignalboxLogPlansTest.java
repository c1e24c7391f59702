package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A read uses the indexes of the partitions and touches few pages, whatever the statistics say. */
@SuppressWarnings("NullAway.Init") // set before the tests
class SignalboxLogPlansTest {
    /** A question mark that is not in a literal. */
    private static final Pattern PARAMETER = Pattern.compile("\\?(?=(?:[^']*'[^']*')*[^']*$)");

    private static final Pattern PAGES = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?|shared read=(\\d+)");
    private static final int ROWS = 100_000;

    private static PostgresDatabaseFixture database;
    private static PostgresConnections connections;
    private static LogSql sql;

    @BeforeAll
    static void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
        connections = PostgresConnections.open(database.settings(), "plans");
        PostgresSideSchema.prepare(connections);
        LogTable table = LogTable.own(SignalboxLogTable.DEFAULT_TABLE);
        database.execute(
                String.join(";\n", SignalboxLogTable.ddl(table.table())) + ";" + PostgresLog.progressDdl(table));
        for (int day = 1; day <= 8; day++) {
            database.execute(
                    "CREATE TABLE day%d PARTITION OF signalbox_log FOR VALUES FROM ('2026-01-%02d') TO ('2026-01-%02d')"
                            .formatted(day, day, day + 1));
        }
        try (Connection connection = connections.borrow()) {
            sql = new LogSql(table, LogInspection.of(connection, table));
        }
    }

    @AfterAll
    static void drop() throws SQLException {
        connections.close();
        database.close();
    }

    /** Inserts day by day, each in its own transactions. */
    private static void fill(int rows) throws SQLException {
        for (int day = 1; day <= 8 && rows > 0; day++) {
            database.execute(
                    "INSERT INTO signalbox_log (message_group, type, payload, created_at) SELECT 'g' || n % 1000, 'EVENT',"
                            + " repeat('x', 100), timestamptz '2026-01-0" + day + " 12:00Z' FROM generate_series(1, "
                            + rows / 8 + ") n");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, ROWS})
    void readsGoAlongTheIndexesOfThePartitions(int rows) throws SQLException {
        // Wrong statistics: of a full log while it is empty, and of an empty one while it is full
        database.execute("TRUNCATE signalbox_log RESTART IDENTITY");
        fill(ROWS - rows);
        database.execute("ANALYZE signalbox_log");
        database.execute("TRUNCATE signalbox_log RESTART IDENTITY");
        fill(rows);
        for (int round = 0; round < 2; round++) {
            Set<LogSql.ReadPart> parts = round == 0 ? Set.of() : Set.of(LogSql.ReadPart.MEASURED);
            for (int head : List.of(0, rows / 2, rows)) {
                String plan = explain(head, parts);
                assertThat(plan).doesNotContain("Seq Scan on day", "Seq Scan on signalbox_log");
                // If there is nothing before the head, any index may be used to find out
                if (head > 0) {
                    assertMergesTheIndexes(plan);
                }
                assertThat(pages(plan)).as(plan).isLessThan(300);
            }
            assertMergesTheIndexes(genericPlan(parts));
            database.execute("ANALYZE signalbox_log");
        }
    }

    /** Sorts only the transactions of the snapshot. */
    private static void assertMergesTheIndexes(String plan) {
        assertThat(plan)
                .contains("_xid_position_idx on day8", "_position_idx on day8")
                .containsPattern(
                        "(?s)Merge Append.*Sort Key: e(_[0-9]+)?.xid, e(_[0-9]+)?.\"position\".*Merge Append.*Sort Key: e(_[0-9]+)?.\"position\"")
                .doesNotContain("Seq Scan on day");
        assertThat(plan.split("->  Sort ?", -1)).as(plan).hasSize(2);
    }

    /** The generic plan, which the server uses for a prepared statement after several executions. */
    private static String genericPlan(Set<LogSql.ReadPart> parts) throws SQLException {
        var number = new AtomicInteger();
        String text =
                PARAMETER.matcher(sql.get(LogSql.READ, parts).text()).replaceAll(_ -> "\\$" + number.incrementAndGet());
        try (Connection connection =
                        DriverManager.getConnection(database.url() + "?preferQueryMode=simple", "postgres", "secret");
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
                    + " SET enable_bitmapscan = off");
            try (ResultSet lines = statement.executeQuery("EXPLAIN (GENERIC_PLAN, COSTS OFF) " + text)) {
                return text(lines);
            }
        }
    }

    private static String text(ResultSet lines) throws SQLException {
        List<String> plan = new ArrayList<>();
        while (lines.next()) {
            plan.add(lines.getString(1));
        }
        return String.join("\n", plan);
    }

    private static String explain(long head, Set<LogSql.ReadPart> parts) throws SQLException {
        Sql read = sql.get(LogSql.READ, parts);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("log", "public.signalbox_log");
        values.put("owners", new String[] {"me"});
        values.put("foreign", new Long[] {});
        values.put("exhausted", false);
        values.put("replays", true);
        values.put("head", head);
        values.put("xid", Long.parseLong(database.value("SELECT pg_snapshot_xmin(pg_current_snapshot())")) - 1);
        values.put("offset", 0L);
        values.put("most", 500);
        values.put("inline", 1_000L);
        Sql explained = new Sql("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + read.text(), read.parameters());
        try (Connection connection = connections.borrow();
                PreparedStatement prepared = explained.prepare(connection, values);
                ResultSet lines = prepared.executeQuery()) {
            return text(lines);
        }
    }

    /** The first number of a plan includes all nodes below it. */
    private static long pages(String plan) {
        Matcher matcher = PAGES.matcher(plan);
        assertThat(matcher.find()).as(plan).isTrue();
        long pages = 0;
        for (int group = 1; group <= matcher.groupCount(); group++) {
            pages += matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
        }
        return pages;
    }
}
