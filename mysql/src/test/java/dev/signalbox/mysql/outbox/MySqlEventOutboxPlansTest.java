package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents.Guarantee;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.BlockedPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimedRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ProcessedEventStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ResumePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanGroupsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.WindowPart;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With numeric groups the statements use the same indexes in the same way, also with a creation period. */
class MySqlEventOutboxPlansTest {
    private static final String CLAIM = "claims";
    private static final Map<String, Object> VALUES = values();

    private static Map<String, Object> values() {
        Map<String, Object> values = new HashMap<>();
        values.put("max_payload", 1_000L);
        values.put("resume", 3L);
        values.put("until", 7L);
        values.put("grp", 3L);
        values.put("groups", List.of(1L, 2L, 7L));
        values.put("ids", List.of("e1", "e2", "e3"));
        values.put("moment", "2024-01-01 00:00:10");
        values.put("micros", 1_000_000L);
        return values;
    }

    private static <P extends Enum<P>> ExplainedPlan plan(
            Connection connection,
            MySqlOutboxSql sql,
            SqlTemplate<P> template,
            Map<String, Integer> limits,
            Set<P> parts)
            throws SQLException {
        return ExplainedPlan.of(connection, sql.get(template, limits, parts), VALUES);
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void everyStatementFindsItsRowsByTheRightIndex(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server);
                Connection connection = tables.database().connections().borrow()) {
            tables.database().run("ALTER TABLE EventOutbox ADD INDEX claims (status, aggregate_id, created_at)");
            tables.database().run("""
                    INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, status, payload, created_at)
                    WITH d AS (SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5
                               UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9),
                         s AS (SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n AS n
                               FROM d a, d b, d c, d e, d f WHERE f.n < 4)
                    SELECT concat('e', s.n), 'E', 'ADMIN', s.n % 40, if(s.n % 2 = 0, 'PENDING', 'PROCESSED'), '{}',
                           timestamp '2024-01-01 00:00:00' + INTERVAL s.n SECOND FROM s""");
            tables.database()
                    .run("INSERT INTO ProcessedEvent SELECT event_id, 'SUCCESS', NOW(), NOW() FROM EventOutbox");
            tables.database().run("ANALYZE TABLE EventOutbox, ProcessedEvent");
            ExplainedPlan.traditionally(connection, server);
            Instant from = Instant.parse("2024-01-01T01:00:00Z");
            for (CreationPeriod creationPeriod : List.of(
                    CreationPeriod.ALWAYS,
                    new CreationPeriod(from, null, null),
                    new CreationPeriod(from, from.plusSeconds(60), null),
                    new CreationPeriod(null, null, Duration.ofDays(100_000)))) {
                OutboxLayout layout =
                        EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE).with(creationPeriod);
                MySqlOutboxTable table = MySqlOutboxTable.inspect(connection, layout, new Retention.Keep());
                assertThat(MySqlTableFaults.problems(table, OutboxSettings.DEFAULTS))
                        .isEmpty();
                looks(connection, new MySqlOutboxSql(table, ColumnLimits.DEFAULTS));
                writes(connection, new MySqlOutboxSql(table, ColumnLimits.DEFAULTS));
            }
        }
    }

    private static void looks(Connection connection, MySqlOutboxSql sql) throws SQLException {
        for (boolean resume : new boolean[] {true, false}) {
            ExplainedPlan scan = plan(
                    connection,
                    sql,
                    MySqlOutboxTemplates.SCAN_GROUPS,
                    Map.of("entries", 512),
                    resume ? EnumSet.allOf(ScanGroupsPart.class) : Set.of());
            scan.assertFinds(CLAIM, true);
            assertThat(scan.extra()).contains("Using index for group-by");
            ExplainedPlan sweep = plan(
                    connection,
                    sql,
                    MySqlOutboxTemplates.SWEEP_GROUPS,
                    Map.of("groups", 512),
                    resume ? Set.of(ResumePart.RESUME) : Set.of());
            sweep.assertFinds(CLAIM, true);
            assertThat(sweep.extra()).contains("Using index for group-by");
        }
        Map<String, Integer> window = Map.of("number", 1, "window", 26, "along", 4_096);
        plan(connection, sql, MySqlOutboxTemplates.READ_WINDOW, window, Set.of(WindowPart.CONTENTS))
                .assertFinds(CLAIM, true);
        plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.READ_SHORT,
                        Map.of("rows", 1_024, "along", 4_096),
                        Set.of(WindowPart.CONTENTS))
                .assertFinds(CLAIM, true);
        plan(connection, sql, MySqlOutboxTemplates.SWEEP_PICK, Map.of("rows", 500), Set.of())
                .assertFinds(CLAIM, true);
        Map<String, Object> json = Map.of("groups", "[1,2,7]");
        ExplainedPlan.of(
                        connection,
                        sql.get(MySqlOutboxTemplates.BLOCKED, Map.of(), Set.of(BlockedPart.HOLD_EXHAUSTED)),
                        json)
                .assertFinds(CLAIM, true);
    }

    private static void writes(Connection connection, MySqlOutboxSql sql) throws SQLException {
        plan(connection, sql, MySqlOutboxTemplates.READ_ROWS, Map.of(), Set.of())
                .assertFinds("PRIMARY", true);
        plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.CLAIMED_ROWS,
                        Map.of(),
                        Set.of(ClaimedRowsPart.OWN, ClaimedRowsPart.LOCK))
                .assertFinds("PRIMARY", true);
        for (SettlePart change :
                List.of(SettlePart.COMPLETE, SettlePart.PUBLISHED, SettlePart.RETRY, SettlePart.PARK)) {
            plan(connection, sql, MySqlOutboxTemplates.SETTLE, Map.of(), Set.of(SettlePart.OWN, change))
                    .assertFinds("PRIMARY", true);
        }
        plan(connection, sql, ProcessedEventStatement.FIND.template(), Map.of(), Set.of())
                .assertFinds("PRIMARY", true);
        plan(connection, sql, ProcessedEventStatement.REMOVE.template(), Map.of(), Set.of())
                .assertFinds("PRIMARY", true);
    }
}
