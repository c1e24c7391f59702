package dev.signalbox.platform.postgres.registry;

import static dev.signalbox.platform.store.PlatformFixture.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.PostgresPlatform;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A pool is deleted at the moment at which something begins to refer to it. */
class DeletionRaceTest {
    private static final String WAITING = "SELECT 1 FROM pg_stat_activity"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'signalbox/%'";

    @AutoClose
    private final PlatformTestDatabase database = PlatformTestDatabase.create();

    @AutoClose
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final PlatformFixture node = new PlatformFixture(database.store());
    private final DispatchPool pool;

    DeletionRaceTest() throws Exception {
        this.pool =
                node.store.dispatchPools().create(node.ids.next(), DispatchPool.readNew("", quoted("{'code':'p'}")));
    }

    private byte[] job() {
        return quoted("{'code':'c','targetUrl':'https://example.com/','dispatchPoolId':'%s'}".formatted(pool.id()));
    }

    private Connection begin(String sql) throws SQLException {
        Connection connection = database.open();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.formatted(pool.id().toLong()));
        }
        return connection;
    }

    private void awaitLock() {
        await().until(() -> !database.values(WAITING).isEmpty());
    }

    @Test
    void aJobThatIsBeingStoredIsWaitedForAndCounts() throws Exception {
        // What the transaction of a job does first. The job itself is there when the transaction ends.
        try (Connection storing =
                begin("SELECT 1 FROM signalbox_platform.dispatch_pools WHERE id = %d FOR KEY SHARE")) {
            Future<Boolean> deletion =
                    threads.submit(() -> node.store.dispatchPools().delete(pool.id()));
            awaitLock();
            Tsid id = node.jobs.create(JobBodies.single("", job())).job().id();
            storing.commit();

            assertThatThrownBy(deletion::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ConflictException.class)
                    .hasMessageContaining("wait and use it: 1");
            assertThat(node.store.jobs().find(id)).isPresent();
        }
    }

    @Test
    void aJobThatComesDuringTheDeletionIsRefused() throws Exception {
        try (Connection deleting = begin("DELETE FROM signalbox_platform.dispatch_pools WHERE id = %d")) {
            Future<?> job = threads.submit(() -> node.jobs.create(JobBodies.single("", job())));
            awaitLock();
            deleting.commit();

            assertThatThrownBy(job::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            InvalidInputException.class,
                            refused -> assertThat(refused.errors())
                                    .extracting(FieldError::field)
                                    .containsExactly("dispatchPoolId"));
            assertThat(database.count("tasks")).isZero();
        }
    }

    @Test
    void aSubscriptionThatComesDuringTheDeletionNamesThePool() throws Exception {
        Subscription present = node.subscribe("s", "t");
        try (Connection deleting = begin("DELETE FROM signalbox_platform.dispatch_pools WHERE id = %d")) {
            Future<?> change = threads.submit(
                    () -> node.subscriptions.change(present, quoted("{'dispatchPoolId':'%s'}".formatted(pool.id()))));
            awaitLock();
            deleting.commit();

            assertThatThrownBy(change::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            ConflictException.class,
                            conflict -> assertThat(conflict.field()).isEqualTo("dispatchPoolId"));
        }
        SubscriptionFields unchanged =
                node.store.subscriptions().find(present.id()).orElseThrow().fields();
        assertThat(unchanged.delivery().dispatchPoolId()).isNull();
    }

    @Test
    void aRoleWithoutRightsIsNotASilentDatabase() throws Exception {
        String role = database.role("reader");
        database.execute("GRANT USAGE ON SCHEMA signalbox_platform TO " + role);
        PlatformFixture other = new PlatformFixture(PostgresPlatform.of(database.connect(database.settingsFor(role))));

        assertThatThrownBy(() -> other.store.dispatchPools().find(pool.id())).isInstanceOf(StoreDeniedException.class);
    }
}
