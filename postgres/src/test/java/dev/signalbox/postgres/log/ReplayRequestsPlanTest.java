package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The cost of looking up replay requests does not depend on the number of dead letters. */
class ReplayRequestsPlanTest {
    private static final Pattern PAGES = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?|shared read=(\\d+)");
    private static final String GIVEN_UP = """
            INSERT INTO signalbox.dead_letters (log, topic, publisher, position, attempts, reason)
                SELECT 'public.signalbox_log', 'orders', 'api', n, 5, repeat('x', 200) FROM generate_series(1, 50000) n;
            INSERT INTO signalbox.parked (log, topic, publisher, single, message_group, stragglers, from_position, done, stopped)
                SELECT 'public.signalbox_log', 'orders', 'api', 0, 'g' || n, '{}', n, '{}', true FROM generate_series(1, 10000) n;
            """;

    private static final Map<String, Object> VALUES =
            Map.of("log", "public.signalbox_log", "owners", new String[] {"me"});

    @Test
    void theLookupPassesOverWhatHasNoReplayRequest() throws SQLException {
        try (var database = PostgresDatabaseFixture.create();
                var connections = PostgresConnections.open(database.settings(), "plans")) {
            PostgresSideSchema.prepare(connections);
            LogTable table = LogTable.own(SignalboxLogTable.DEFAULT_TABLE);
            database.execute(
                    String.join(";\n", SignalboxLogTable.ddl(table.table())) + ";" + PostgresLog.progressDdl(table));
            database.execute("INSERT INTO signalbox.pairs (log, topic, publisher, position, horizon, cut, revision)"
                    + " VALUES ('public.signalbox_log', 'orders', 'api', 0, 0, 0, 0)");
            database.execute(GIVEN_UP);
            assertGoesAlongTheIndexes(explain(connections, table));
            database.execute("ANALYZE signalbox.dead_letters; ANALYZE signalbox.parked");
            assertGoesAlongTheIndexes(explain(connections, table));

            database.execute("UPDATE signalbox.dead_letters SET replay = true WHERE position = 7");
            assertGoesAlongTheIndexes(explain(connections, table));
        }
    }

    private static void assertGoesAlongTheIndexes(String plan) {
        assertThat(plan).contains("dead_letters_replay", "parked_replay");
        assertThat(pages(plan)).as(plan).isLessThan(50);
    }

    private static String explain(PostgresConnections connections, LogTable table) throws SQLException {
        try (Connection connection = connections.borrow()) {
            Sql look = new LogSql(table, LogInspection.of(connection, table)).feed(LogSql.FeedStatement.STATES);
            Sql explained =
                    new Sql("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + look.text(), look.parameters());
            try (PreparedStatement prepared = explained.prepare(connection, VALUES);
                    ResultSet lines = prepared.executeQuery()) {
                List<String> plan = new ArrayList<>();
                while (lines.next()) {
                    plan.add(lines.getString(1));
                }
                return String.join("\n", plan);
            }
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
