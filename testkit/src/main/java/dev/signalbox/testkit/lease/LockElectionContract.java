package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A database lock alone elects the leader. */
public abstract class LockElectionContract extends FixtureContract<LeaseFixture> {
    private static final Duration TTL = Duration.ofMillis(2_500);

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void theLockIsUsedOneLeaseAfterItWasObtained() throws Exception {
        var a = node("a");
        assertThat(a.acquire()).isEqualTo(new Acquisition.Taken("a possible former owner", TTL));
        pass(TTL.minusMillis(1));
        assertThat(a.acquires()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(a.acquires()).isTrue();
        assertThat(a.renew()).isTrue();
    }

    @Test
    void theOtherKnowsTheOwnerAndFollowsWhenItIsReleased() throws Exception {
        var a = leading("a");
        var b = node("b");
        assertThat(b.acquire())
                .isInstanceOfSatisfying(
                        Acquisition.Taken.class,
                        taken -> assertThat(taken.tryAgainIn()).isEqualTo(Duration.ofMillis(500)));
        a.release();

        assertThat(b.acquires()).isFalse();
        pass(TTL);
        assertThat(b.acquires()).isTrue();
    }

    @Test
    void anOwnerThatLosesItsSessionStaysFenced() throws Exception {
        var a = leading("a");
        database().endLockSession("a", LeaseNode.RELAY);

        assertThat(a.renew()).isFalse();
        assertThat(a.signs()).isFalse();
        assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
        assertThat(database().fencedTable()).isEmpty();
    }

    @Test
    void aSettlementThatWaitsWhileItsSessionEndsChangesNothing() throws Exception {
        var a = leading("a");
        var b = node("b");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> settlement;
            try (LeaseFixture.HeldLock _ = database().lockFencedTable()) {
                settlement = threads.submit(a::signs);
                await().until(database()::isLockAwaited);
                database().endLockSession("a", LeaseNode.RELAY);
                await().untilAsserted(() ->
                        assertThat(b.acquire()).extracting("owner").isEqualTo("a possible former owner"));
                pass(TTL);
                assertThat(b.acquires()).isTrue();
            }
            assertThatThrownBy(settlement::get).isInstanceOf(ExecutionException.class);
            assertThat(database().fencedTable()).isEmpty();
        }
    }

    @Test
    void aWriteThatFailsLeavesTheSessionUsable() throws Exception {
        var a = leading("a");
        try (LeaseFixture.HeldLock _ = database().lockFencedTable()) {
            assertThatThrownBy(a::signs).as("it may not wait for long").isInstanceOf(Exception.class);
        }
        assertThat(a.signs()).isTrue();
        assertThat(a.renew()).isTrue();
        assertThat(database().fencedTable()).containsExactly(a.incarnation().value());
    }

    private LeaseNode node(String name) throws Exception {
        return join(name, database().openLockOnly(name, nanos::get), TTL);
    }

    private LeaseNode leading(String name) throws Exception {
        LeaseNode node = node(name);
        assertThat(node.acquires()).isFalse();
        pass(TTL);
        assertThat(node.acquires()).isTrue();
        return node;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
