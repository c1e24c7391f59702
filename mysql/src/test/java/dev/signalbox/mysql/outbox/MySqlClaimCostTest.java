package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insertMany;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cost of claiming and completing a row, in rows and index entries that the server reads. */
@Tag("slow")
class MySqlClaimCostTest {
    private static final int MESSAGES = 500;
    private static final int CLAIMS = 20;

    private static double readsPerRow(MySqlTestServer server, ClaimMode claimMode, int rows, int groups)
            throws Exception {
        return readsPerRow(
                server,
                _ -> OutboxLayouts.FLOWCATALYST.layout(),
                OutboxSettings.DEFAULTS.with(claimMode),
                rows,
                groups);
    }

    private interface TableCreation {
        OutboxLayout layout(MySqlDatabaseFixture database) throws SQLException;
    }

    private static double readsPerRow(
            MySqlTestServer server, TableCreation tableCreation, OutboxSettings settings, int rows, int groups)
            throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, "CHARACTER SET utf8mb4");
                MySqlConnections one = MySqlConnections.open(database.settings().withPoolSize(1), "cost")) {
            OutboxLayout layout = tableCreation.layout(database);
            insertMany(database, rows, groups, "PENDING");
            if (layout.position() == null) {
                insertMany(database, rows, groups, "COMPLETED");
            }
            database.run("ANALYZE TABLE outbox_events");
            Incarnation me = database.join("me");
            MySqlOutbox outbox = new MySqlOutbox(layout, MySqlTestOutboxes.RELAY, on(one), one::borrow, settings);
            drain(outbox, me);
            long before = reads(one);
            int claimed = drain(outbox, me);
            return (double) (reads(one) - before) / claimed;
        }
    }

    private static int drain(MySqlOutbox outbox, Incarnation me) throws Exception {
        int rows = 0;
        for (int i = 0; i < CLAIMS; i++) {
            ClaimResult claimResult = outbox.claim(me, request(MESSAGES, 10));
            rows += claimResult.messages().size();
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        }
        return rows;
    }

    private static Fence on(MySqlConnections connections) {
        return new Fence() {
            @Override
            public boolean byLeaseRow() {
                return true;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                return connections.inTransaction(work);
            }
        };
    }

    private static long reads(MySqlConnections connections) throws SQLException {
        try (Connection connection = connections.borrow();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
            long reads = 0;
            while (rows.next()) {
                reads += rows.getLong(2);
            }
            return reads;
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aClaimCostsTheSameWithTenTimesTheRowsWaitingAndDone(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            double few = readsPerRow(server, claimMode, 20_000, 1_000);
            double many = readsPerRow(server, claimMode, 200_000, 1_000);
            System.out.printf("%s, %s: %.1f and %.1f reads for each row%n", server, claimMode, few, many);
            assertThat(many).isLessThan(few * 1.3).isLessThan(20);
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void ourOwnTableCostsTheSameWithTenTimesTheRowsWaiting(MySqlTestServer server) throws Exception {
        OutboxSettings own = OutboxSettings.DEFAULTS.with(ClaimMode.OWN).with(new Retention.DeleteOnCompletion());
        double few = readsPerRow(server, MySqlDatabaseFixture::makeOwnTable, own, 20_000, 1_000);
        double many = readsPerRow(server, MySqlDatabaseFixture::makeOwnTable, own, 200_000, 1_000);
        System.out.printf("%s, our own table: %.1f and %.1f reads for each row%n", server, few, many);
        assertThat(many).isLessThan(few * 1.3).isLessThan(20);
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void manyGroupsOfOneRowCostLittleMore(MySqlTestServer server) throws Exception {
        double each = readsPerRow(server, ClaimMode.MARK, 30_000, 30_000);
        System.out.printf("%s, one row in each group: %.1f reads for each row%n", server, each);
        assertThat(each).isLessThan(25);
    }
}
