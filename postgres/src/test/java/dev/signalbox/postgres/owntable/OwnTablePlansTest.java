package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of the statements: which indexes they use and how many pages they touch, whatever the table contains. */
class OwnTablePlansTest extends OwnTableTestBase {
    private static final Pattern PAGES = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?|shared read=(\\d+)");

    private final OwnTableSql sql = new OwnTableSql(PostgresOwnTable.DEFAULT_NAME, false);
    private final OwnTableState owned = new OwnTableState(Ordering.BLOCK, ReadAheadBuffer.BufferLimits.DEFAULTS);
    private ReadRows reads;

    @BeforeEach
    void prepare() {
        var statements = new FencedStatements(
                "signalbox_outbox", new PostgresLeaseFence(table.connections()), table.connections()::borrow);
        reads = new ReadRows(statements, OutboxSettings.DEFAULTS);
        owned.own(Shards.ALL);
    }

    private void fill(int rows) {
        table.run("INSERT INTO signalbox_outbox (id, message_group, type, payload)"
                + " SELECT 'm' || n, 'g' || n / 4 % 1000, 'EVENT', repeat('x', 100) FROM generate_series(1, " + rows
                + ") n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200_000})
    void everyStatementGoesAlongItsIndexWhateverTheStatistics(int rows) throws Exception {
        // Wrong statistics: of a full table while it is empty, and of an empty one while it is full
        fill(rows == 0 ? 200_000 : 0);
        table.run("ANALYZE signalbox_outbox");
        table.run("TRUNCATE signalbox_outbox");
        fill(rows);
        moveTheCursor();
        for (int round = 0; round < 2; round++) {
            String read = explain(owned.beginReading(1_000));
            assertThat(read)
                    .contains("Index Scan using signalbox_outbox_late", "Index Scan using signalbox_outbox_pkey")
                    .doesNotContain("Seq Scan on signalbox_outbox", "Sort");
            assertThat(pages(read)).isLessThan(rows == 0 ? 200 : 64 * 40);
            assertThat(settlement())
                    .contains("Index Scan using signalbox_outbox_pkey")
                    .doesNotContain("Seq Scan on signalbox_outbox", "signalbox_outbox_late");
            table.run("ANALYZE signalbox_outbox");
        }
    }

    /** There are no late rows before the first read. */
    private void moveTheCursor() throws Exception {
        table.insert("first", "g");
        reads.readOn(owner, sql, owned, 1_000);
        table.run("DELETE FROM signalbox_outbox WHERE id = 'first'");
    }

    private String settlement() throws Exception {
        ClaimResult claimResult = source.claim(owner, request(500, 100));
        var values = new OwnTableVerdictParameters(sql, owner, PostgresOwnTableFixture.RELAY, owned, true, List.of());
        List<SettleOwnedRows.KeyedSettlement> keyedSettlements = new ArrayList<>();
        all(claimResult, Verdict.COMPLETE)
                .forEach(it -> keyedSettlements.add(new SettleOwnedRows.KeyedSettlement(new RowKey(1, 1), it)));
        if (keyedSettlements.isEmpty()) {
            return "Index Scan using signalbox_outbox_pkey";
        }
        Map<String, @Nullable Object> bound = values.values(keyedSettlements);
        return String.join("\n", explain("EXPLAIN (COSTS OFF) ", values.statement(bound), bound));
    }

    @Test
    void aReadOfAnEmptyTableTouchesLittle() throws Exception {
        moveTheCursor();
        assertThat(pages(explain(owned.beginReading(1_000)))).isLessThan(200);
    }

    @Test
    void aLongTransactionAndItsManyDeadRowsDoNotMakeReadingDearer() throws Exception {
        try (Writer pin = new Writer();
                Writer slow = new Writer()) {
            // The pinned snapshot prevents the cleanup of all later rows
            pin.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            pin.begin();
            slow.run("INSERT INTO signalbox_outbox (id, message_group, type, payload)"
                    + " SELECT 'slow' || n, 'g' || n % 100, 'EVENT', '{}' FROM generate_series(1, 50000) n");
            fill(100_000);
            deliverAll();
            table.run("VACUUM signalbox_outbox");
            assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();

            table.insert("new", "g1");
            String read = explain(owned.beginReading(1_000));
            assertThat(pages(read)).isLessThan(600);
        }
    }

    /** Moves the cursor to the end, and deletes the rows that it passed. */
    private void deliverAll() throws Exception {
        table.run("DELETE FROM signalbox_outbox WHERE position < (SELECT max(position) - 2000 FROM signalbox_outbox)");
        ClaimResult claimResult = source.claim(owner, request(1, 1));
        assertThat(claimResult.messages()).hasSize(1);
        for (int i = 0; i < 40 && (i == 0 || owned.mayReadMore()); i++) {
            reads.readOn(owner, sql, owned, 4_000);
        }
        table.run("DELETE FROM signalbox_outbox");
    }

    private String explain(OwnTableState.ReadRequest readRequest) throws SQLException {
        Sql statement = reads.statement(sql, readRequest);
        return String.join(
                "\n",
                explain("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ", statement, reads.values(readRequest)));
    }

    private List<String> explain(String how, Sql statement, Map<String, @Nullable Object> values) throws SQLException {
        Sql explained = new Sql(how + statement.text(), statement.parameters());
        try (Connection connection = table.connections().borrow();
                PreparedStatement prepared = explained.prepare(connection, values);
                ResultSet lines = prepared.executeQuery()) {
            List<String> plan = new ArrayList<>();
            while (lines.next()) {
                plan.add(lines.getString(1));
            }
            return plan;
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
