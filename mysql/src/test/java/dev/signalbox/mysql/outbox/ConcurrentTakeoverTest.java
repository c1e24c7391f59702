package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.awaitWaiting;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two nodes that take over from the same dead node concurrently. */
class ConcurrentTakeoverTest {
    private static final String LOCKING_A_CLAIM = "FOR UPDATE";
    /** One more than a transaction releases. */
    private static final int MANY_CLAIMS = 21;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private record TakeoverResult(RecoveryResult recovered, ClaimResult claimed) {}

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void oneGivesEverythingBackAndTheOtherWaitsUntilItHas(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                OutboxSettings settings = OutboxSettings.DEFAULTS.with(claimMode);
                insert(database, "a", "a", 1);
                insert(database, "b", "b", 1);
                Incarnation dead = database.join("dead");
                flowcatalyst(database, settings).claim(dead, request(10, 10));
                database.fence(dead);
                SlowCommit slow = new SlowCommit(database.fence(true));
                MySqlOutbox one = MySqlTestOutboxes.of(database, OutboxLayouts.FLOWCATALYST.layout(), slow, settings);
                MySqlOutbox other = flowcatalyst(database, settings);
                Incarnation first = database.join("first");
                Incarnation second = database.join("second");

                Future<RecoveryResult> giving = threads.submit(() -> one.recover(first));
                await().untilTrue(slow.written);
                Future<TakeoverResult> waiting = threads.submit(
                        () -> new TakeoverResult(other.recover(second), other.claim(second, request(10, 10))));
                awaitWaiting(database, LOCKING_A_CLAIM);
                slow.mayCommit.set(true);

                assertThat(giving.get()).isEqualTo(new RecoveryResult(2, 0, false));
                assertThat(waiting.get().recovered()).isEqualTo(RecoveryResult.NOTHING);
                assertThat(ids(waiting.get().claimed())).containsExactlyInAnyOrder("a", "b");
                assertThat(waiting.get().claimed().messages())
                        .as("it is known that their owner died")
                        .noneMatch(message -> message.suspicion().isNone());
                assertThat(database.rows("SELECT level, crashes FROM signalbox_suspects"))
                        .as("each is suspected once")
                        .containsExactly("1|0", "1|0");
                assertThat(database.rows("SELECT DISTINCT incarnation FROM signalbox_claims"))
                        .containsExactly("second");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whoFindsThatAnotherHasGivenClaimsBackGoesOnWithTheNext(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox dying = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation dead = database.join("dead");
            for (int i = 0; i < MANY_CLAIMS; i++) {
                insert(database, "m" + i, "g" + i, i);
                assertThat(ids(dying.claim(dead, request(1, 1)))).containsExactly("m" + i);
            }
            database.fence(dead);
            Incarnation heir = database.join("heir");
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("DELETE FROM signalbox_claims WHERE number < " + MANY_CLAIMS);
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
                Future<RecoveryResult> recovering = threads.submit(() -> outbox.recover(heir));
                awaitWaiting(database, LOCKING_A_CLAIM);
                other.commit();

                assertThat(recovering.get()).isEqualTo(new RecoveryResult(1, 0, false));
            }
            assertThat(database.rows("SELECT id FROM outbox_events WHERE status = 'PENDING'"))
                    .containsExactly("m20");
            assertThat(database.rows("SELECT number FROM signalbox_claims")).isEmpty();
        }
    }

    /** A fence that delays the commit of its first write until the test allows it. */
    private static final class SlowCommit implements Fence {
        final AtomicBoolean written = new AtomicBoolean();
        final AtomicBoolean mayCommit = new AtomicBoolean();
        private final Fence real;

        SlowCommit(Fence real) {
            this.real = real;
        }

        @Override
        public boolean byLeaseRow() {
            return real.byLeaseRow();
        }

        @Override
        public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
            return real.write(owner, connection -> {
                T result = work.run(connection);
                if (!written.getAndSet(true)) {
                    await().untilTrue(mayCommit);
                }
                return result;
            });
        }
    }
}
