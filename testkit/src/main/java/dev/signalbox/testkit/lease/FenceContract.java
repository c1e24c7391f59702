package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A write and a takeover of the same lease never both succeed, whichever is first; a renewal waits for neither. */
public abstract class FenceContract extends FixtureContract<LeaseFixture> {
    private static final Duration TTL = Duration.ofSeconds(30);

    @Test
    void aWriteThatWaitsForARowHoldsOffTheTakeover() throws Exception {
        var a = node("a");
        var b = node("b");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            a.acquire(1);
            Future<Boolean> write;
            try (LeaseFixture.HeldLock _ = database().lockFencedTable()) {
                write = threads.submit(a::signs);
                await().pollInterval(Duration.ofMillis(5)).until(database()::isLockAwaited);
                database().expire("a", Duration.ofMillis(-1));

                assertThat(b.acquire(1)).isInstanceOf(Acquisition.Taken.class);
            }
            assertThat(write.get()).isTrue();
            assertThat(database().fencedTable()).containsExactly(a.incarnation().value());
            assertThat(b.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1)));
        }
    }

    @Test
    void afterTheTakeoverTheFormerOwnersWriteChangesNothing() throws Exception {
        var a = node("a");
        var b = node("b");
        a.acquire(1);
        database().expire("a", Duration.ofMillis(-1));
        assertThat(b.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1)));

        assertThat(a.signs()).isFalse();
        assertThat(a.writes()).isFalse();
        assertThat(b.signs()).isTrue();
        assertThat(database().fencedTable()).containsExactly(b.incarnation().value());
    }

    @Test
    void aRenewalDoesNotWaitForAWriteAndSavesTheLease() throws Exception {
        var a = node("a");
        var b = node("b");
        a.acquire(1);
        try (LeaseFixture.HeldLock _ = database().writeUnderWay("a")) {
            database().expire("a", Duration.ofMillis(-1));
            assertThat(b.acquire(1)).isInstanceOf(Acquisition.Taken.class);

            long start = System.nanoTime();
            assertThat(a.renew()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(900));
        }
        assertThat(b.acquire(1)).as("the lease is good again").isInstanceOf(Acquisition.Taken.class);
        assertThat(a.writes()).isTrue();
    }

    @Test
    void manyWritesOfOneOwnerGoOnAtOnce() throws Exception {
        var a = node("a");
        try (LeaseFixture.HeldLock one = database().writeUnderWay("a");
                LeaseFixture.HeldLock two = database().writeUnderWay("a")) {
            assertThat(one).isNotSameAs(two);
            assertThat(a.writes()).isTrue();
        }
    }

    private LeaseNode node(String name) throws Exception {
        return join(name, RelaySharing.SPREAD, TTL);
    }
}
