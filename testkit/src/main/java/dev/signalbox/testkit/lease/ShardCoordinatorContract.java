package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Several nodes work on a relay, each on its own shards, in a database with locks and sessions. */
public abstract class ShardCoordinatorContract extends OwnershipContract<LeaseFixture> {
    @Test
    void aLateReleaseReleasesNothingThatWasAcquiredSince() throws Exception {
        var a = shards("a");
        a.acquire(1, 2);
        String before = database().now();
        a.release(1);
        a.acquire(1);

        database().releaseLate(a.incarnation(), LeaseNode.RELAY, new int[] {1, 2}, before);
        assertThat(a.relayState().mine()).isEqualTo(Shards.of(1));
        a.release(1);
        assertThat(a.relayState().mine()).isEqualTo(Shards.NONE);
    }

    @Test
    void aTakeoverPassesOverAnOwnerWhoseWriteIsUnderWay() throws Exception {
        var a = shards("a");
        var b = shards("b");
        a.acquire(0, 1);
        LeaseFixture.HeldLock write = database().writeUnderWay("a");
        expire(a);

        assertThat(b.acquire(0, 2)).isEqualTo(acquired(2));
        assertThat(b.acquire(0)).isEqualTo(new Acquisition.Taken("a", Duration.ofMillis(200)));
        write.close();
        assertThat(b.acquire(0)).isEqualTo(acquired(0));
    }

    @Test
    void aStrangerWhoHoldsTheLockKeepsNoShardAway() throws Exception {
        try (LeaseFixture.HeldLock _ = database().lockAsStranger(LeaseNode.RELAY)) {
            var a = shards("a");
            var b = shards("b");
            assertThat(a.acquire(0, 1)).isEqualTo(acquired(0, 1));
            assertThat(b.acquire(1, 2)).isEqualTo(acquired(2));
            expire(a);
            assertThat(b.acquire(0)).isEqualTo(acquired(0));
            assertThat(a.renew()).isFalse();
        }
    }

    @Test
    void aLeaderWithoutASchemaKeepsShardsAway() throws Exception {
        try (var lockOnly = join("lock-only", database().openLockOnly("lock-only", () -> 0), TTL);
                var a = shards("a")) {
            lockOnly.acquire();
            assertThat(a.acquire(3)).isInstanceOf(Acquisition.Taken.class);
            lockOnly.release();
            assertThat(a.acquire(3)).isEqualTo(acquired(3));
        }
    }

    @Test
    void aRenewalThatHangsIsAbandonedInTimeForAnother() throws Exception {
        Duration ttl = Duration.ofMillis(2_500);
        try (var proxy = new FreezingProxy(database().port());
                var a = join("a", database().openThrough(proxy.port(), "a", RelaySharing.SPREAD), ttl)) {
            proxy.freezePresentOnes();
            long start = System.nanoTime();
            assertThat(a.renew()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(600), Duration.ofSeconds(2));
            proxy.cut();
        }
    }

    @Test
    void aConnectionThatBrokeMeanwhileIsReplacedInTheSameCall() throws Exception {
        var a = shards("a");
        a.acquire(1);
        database().endLeaseSessions();
        assertThat(a.relayState().mine()).isEqualTo(Shards.of(1));
    }
}
