package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insertMany;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.BlockedPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimedRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReadExactPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReadRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ResumePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanGroupsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanUngroupedPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SweepPickPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.WindowPart;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each statement finds its rows by the right index in an empty and in a full table, and sorts nothing. */
class MySqlOutboxPlansTest {
    private static final String BY_MOMENTS = "by_moments";

    private final Map<String, Object> values = values();
    private String byStatus = "idx_outbox_events_status";
    private String byId = "PRIMARY";
    private boolean full;

    private static Map<String, Object> values() {
        Map<String, Object> values = new HashMap<>();
        values.put("max_payload", 1_000L);
        values.put("resume", "group-3");
        values.put("until", "group-7");
        values.put("grp", "group-3");
        values.put("at", "2024-01-01 00:00:10");
        values.put("id", "PE000000001");
        values.put("groups", List.of("group-1", "group-2", "group-7"));
        values.put("names", List.of("group-1", "group-2", "group-7"));
        values.put("ids", List.of("PE000000001", "PE000000002", "PE000000003"));
        values.put("in_flight", List.of("PE000000009"));
        values.put("places", List.of(1L, 2L, 3L));
        values.put("moment", "2024-01-01 00:00:10");
        values.put("moments", List.of("2024-01-01 00:00:10", "2024-01-01 00:00:11"));
        values.put("attempts", 0);
        values.put("reason", "because");
        values.put("micros", 1_000_000L);
        values.put("most", 1_000);
        return values;
    }

    private <P extends Enum<P>> ExplainedPlan plan(
            Connection connection,
            MySqlOutboxSql sql,
            SqlTemplate<P> template,
            Map<String, Integer> limits,
            Set<P> parts)
            throws SQLException {
        Map<String, Object> all = new HashMap<>(values);
        if (template.equals(MySqlOutboxTemplates.BLOCKED)) {
            all.put("groups", "[\"group-1\", \"group-2\"]");
        }
        return ExplainedPlan.of(connection, sql.get(template, limits, parts), all);
    }

    private void finds(ExplainedPlan step, String index) {
        step.assertFinds(index, full);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void everyStatementFindsItsRowsByTheRightIndex(MySqlTestServer server) throws Exception {
        look(server, _ -> OutboxLayouts.FLOWCATALYST.layout());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void soItIsInOurOwnTable(MySqlTestServer server) throws Exception {
        byStatus = IndexName.CLAIM.of(OutboxLayouts.FLOWCATALYST.layout());
        byId = IndexName.ID.of(OutboxLayouts.FLOWCATALYST.layout());
        values.put("at", 10L);
        look(server, MySqlDatabaseFixture::makeOwnTable);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void soItIsWhereStatesAreMoments(MySqlTestServer server) throws Exception {
        byStatus = BY_MOMENTS;
        look(server, _ -> OutboxLayouts.FLOWCATALYST.layout(), Optional.of(MySqlOutboxPlansTest::asMoments));
    }

    private interface TableCreation {
        OutboxLayout layout(MySqlDatabaseFixture database) throws SQLException;
    }

    /** The same rows in Catbox's table, with the offered index. */
    private static OutboxLayout asMoments(MySqlDatabaseFixture database) throws SQLException {
        database.run("RENAME TABLE outbox_events TO words");
        database.script("/dev/signalbox/mysql/outbox/catbox.sql");
        database.run("""
                INSERT INTO outbox_events (id, aggregate_id, event_type, payload, created_at, sent_at)
                SELECT id, message_group, type, payload, created_at, if(status = 'COMPLETED', created_at, NULL) FROM words""");
        database.run(
                "ALTER TABLE outbox_events ADD INDEX by_moments (sent_at, in_progress_until, aggregate_id, created_at)");
        database.run("ANALYZE TABLE outbox_events");
        return OutboxLayouts.CATBOX.layout();
    }

    private void look(MySqlTestServer server, TableCreation tableCreation) throws Exception {
        look(server, tableCreation, Optional.empty());
    }

    private void look(MySqlTestServer server, TableCreation tableCreation, Optional<TableCreation> filled)
            throws Exception {
        for (int rows : new int[] {0, 200_000}) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, "CHARACTER SET utf8mb4");
                    Connection connection = database.connections().borrow()) {
                OutboxLayout layout = tableCreation.layout(database);
                insertMany(database, rows / 2, 1_000, "PENDING");
                insertMany(database, rows / 2, 1_000, "COMPLETED");
                database.run("ANALYZE TABLE outbox_events");
                if (filled.isPresent()) {
                    layout = filled.get().layout(database);
                }
                ExplainedPlan.traditionally(connection, server);
                MySqlOutboxSql sql = new MySqlOutboxSql(
                        MySqlOutboxTable.inspect(connection, layout, new Retention.Keep()), ColumnLimits.DEFAULTS);
                full = rows > 0;
                plans(connection, sql);
                if (layout.stateEncoding() instanceof OutboxLayout.StateTimestamps) {
                    finds(
                            plan(
                                    connection,
                                    sql,
                                    MySqlOutboxTemplates.SWEEP_PICK,
                                    Map.of("rows", 500),
                                    Set.of(SweepPickPart.UNGROUPED)),
                            byStatus);
                } else if (layout.position() == null) {
                    sweeps(connection, sql);
                } else {
                    places(connection, sql);
                }
            }
        }
    }

    private static Map<String, Integer> limits(String one, int number, String other, int more) {
        return Map.of(one, number, other, more, "along", 4_096);
    }

    private void plans(Connection connection, MySqlOutboxSql sql) throws SQLException {
        Map<String, Integer> groups = Map.of("entries", 512);
        for (Set<ScanGroupsPart> parts : List.of(
                EnumSet.noneOf(ScanGroupsPart.class),
                EnumSet.of(ScanGroupsPart.RESUME),
                EnumSet.of(ScanGroupsPart.UNTIL),
                EnumSet.allOf(ScanGroupsPart.class))) {
            ExplainedPlan scan = plan(connection, sql, MySqlOutboxTemplates.SCAN_GROUPS, groups, parts);
            finds(scan, byStatus);
            if (full && !byStatus.equals(BY_MOMENTS)) {
                assertThat(scan.extra()).contains("Using index for group-by");
            }
        }
        for (boolean behind : new boolean[] {true, false}) {
            finds(
                    plan(
                            connection,
                            sql,
                            MySqlOutboxTemplates.SCAN_UNGROUPED,
                            Map.of("ungrouped", 512),
                            behind ? Set.of(ScanUngroupedPart.BEHIND) : Set.of()),
                    byStatus);
        }
        for (boolean resume : new boolean[] {true, false}) {
            finds(
                    plan(
                            connection,
                            sql,
                            MySqlOutboxTemplates.WALK,
                            Map.of("rows", 1_024),
                            resume ? Set.of(ResumePart.RESUME) : Set.of()),
                    byStatus);
        }
        for (Set<WindowPart> contents : List.of(Set.of(WindowPart.CONTENTS), Set.<WindowPart>of())) {
            finds(
                    plan(
                            connection,
                            sql,
                            MySqlOutboxTemplates.READ_WINDOW,
                            limits("number", 1, "window", 26),
                            contents),
                    byStatus);
            finds(
                    plan(
                            connection,
                            sql,
                            MySqlOutboxTemplates.READ_SHORT,
                            limits("number", 1, "rows", 1_024),
                            contents),
                    byStatus);
        }
        finds(
                plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.READ_EXACT,
                        Map.of("rows", 281),
                        Set.of(ReadExactPart.PASS_IN_FLIGHT)),
                byStatus);
        finds(
                plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.BLOCKED,
                        Map.of(),
                        Set.of(BlockedPart.IN_ORDER, BlockedPart.HOLD_EXHAUSTED)),
                byStatus);
        finds(plan(connection, sql, MySqlOutboxTemplates.READ_ROWS, Map.of(), Set.of(ReadRowsPart.MARK)), byId);
        finds(plan(connection, sql, MySqlOutboxTemplates.READ_ROWS, Map.of(), Set.of()), byId);
        finds(plan(connection, sql, RowStatement.MARK.template(), Map.of(), Set.of()), byId);
        for (boolean own : new boolean[] {true, false}) {
            for (SettlePart change :
                    List.of(SettlePart.COMPLETE, SettlePart.RETRY, SettlePart.PARK, SettlePart.RELEASE)) {
                finds(plan(connection, sql, MySqlOutboxTemplates.SETTLE, Map.of(), settling(own, change)), byId);
            }
            Set<SettlePart> deleting = settling(own, SettlePart.COMPLETE, SettlePart.DELETE);
            finds(plan(connection, sql, MySqlOutboxTemplates.SETTLE, Map.of(), deleting), byId);
            Set<ClaimedRowsPart> held =
                    own ? Set.of(ClaimedRowsPart.OWN, ClaimedRowsPart.LOCK) : Set.of(ClaimedRowsPart.LOCK);
            finds(plan(connection, sql, MySqlOutboxTemplates.CLAIMED_ROWS, Map.of(), held), byId);
        }
        finds(plan(connection, sql, MySqlOutboxTemplates.RELEASE, Map.of(), Set.of()), byId);
        finds(plan(connection, sql, RowStatement.EXPIRED.template(), Map.of(), Set.of()), byStatus);
        finds(plan(connection, sql, RowStatement.LOCK_EXPIRED.template(), Map.of(), Set.of()), byId);
        finds(plan(connection, sql, RowStatement.UNFINISHED.template(), Map.of(), Set.of()), byId);
    }

    private static Set<SettlePart> settling(boolean own, SettlePart first, SettlePart... more) {
        Set<SettlePart> parts = EnumSet.of(first, more);
        if (own) {
            parts.add(SettlePart.OWN);
        }
        return parts;
    }

    /** Statements for numbered rows with known positions. */
    private void places(Connection connection, MySqlOutboxSql sql) throws SQLException {
        finds(plan(connection, sql, MySqlOutboxTemplates.READ_ROWS, Map.of(), Set.of(ReadRowsPart.PLACED)), "PRIMARY");
        finds(
                plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.SETTLE,
                        Map.of(),
                        Set.of(SettlePart.OWN, SettlePart.COMPLETE, SettlePart.DELETE, SettlePart.PLACED)),
                "PRIMARY");
        finds(
                plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.SETTLE,
                        Map.of(),
                        Set.of(SettlePart.OWN, SettlePart.RETRY, SettlePart.PLACED)),
                "PRIMARY");
    }

    /** Statements for completed rows that are kept for a while. */
    private void sweeps(Connection connection, MySqlOutboxSql sql) throws SQLException {
        for (boolean resume : new boolean[] {true, false}) {
            ExplainedPlan sweep = plan(
                    connection,
                    sql,
                    MySqlOutboxTemplates.SWEEP_GROUPS,
                    Map.of("groups", 512),
                    resume ? Set.of(ResumePart.RESUME) : Set.of());
            finds(sweep, byStatus);
            if (full) {
                assertThat(sweep.extra()).contains("Using index for group-by");
            }
        }
        finds(
                plan(
                        connection,
                        sql,
                        MySqlOutboxTemplates.SWEEP_PICK,
                        Map.of("rows", 500),
                        Set.of(SweepPickPart.UNGROUPED)),
                byStatus);
        finds(plan(connection, sql, MySqlOutboxTemplates.SWEEP_PICK, Map.of("rows", 500), Set.of()), byStatus);
        finds(plan(connection, sql, RowStatement.LOCK_COMPLETED.template(), Map.of(), Set.of()), byId);
    }
}
