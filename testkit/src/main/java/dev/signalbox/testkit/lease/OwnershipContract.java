package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Acquisition.Acquired;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Several nodes share a relay, or one of them leads, whatever keeps their leases. */
public abstract class OwnershipContract<F extends NodeFixture> extends FixtureContract<F> {
    protected static final Duration TTL = Duration.ofSeconds(30);

    @Test
    void eachGetsWhatNoOtherNodeHas() throws Exception {
        var a = shards("a");
        var b = shards("b");
        assertThat(a.acquire(0, 1, 63)).isEqualTo(acquired(0, 1, 63));
        assertThat(b.acquire(1, 2)).isEqualTo(acquired(2));
        assertThat(a.acquire(1)).as("asking again is allowed").isEqualTo(acquired(1));
        assertThat(b.acquire(63)).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));

        assertThat(a.relayState().mine()).isEqualTo(Shards.of(0, 1, 63));
        assertThat(b.relayState().mine()).isEqualTo(Shards.of(2));
        assertThat(b.relayState().free()).isEqualTo(Shards.ALL.minus(Shards.of(0, 1, 2, 63)));
    }

    @Test
    void whatIsReleasedOrResignedIsFree() throws Exception {
        var a = shards("a");
        var b = shards("b");
        a.acquire(0, 1, 2);
        b.release(2);
        a.release(0);
        assertThat(b.relayState().free()).isEqualTo(Shards.ALL.minus(Shards.of(1, 2)));

        a.resign();
        assertThat(b.relayState().free()).isEqualTo(Shards.ALL);
        assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
        assertThat(a.acquire(5)).isEqualTo(new Acquisition.Fenced());
    }

    @Test
    void placesAreByAgeAndOnlyThoseWithALeaseCount() throws Exception {
        var a = shards("a");
        var b = shards("b");
        var c = shards("c");
        assertThat(a.relayState()).extracting("contenders", "rank").containsExactly(3, 0);
        assertThat(b.relayState()).extracting("contenders", "rank").containsExactly(3, 1);
        assertThat(c.relayState()).extracting("contenders", "rank").containsExactly(3, 2);

        expire(a);
        assertThat(b.relayState()).extracting("contenders", "rank").containsExactly(2, 0);
        assertThat(a.relayState())
                .as("its own lease is good as soon as it is renewed")
                .extracting("contenders", "rank")
                .containsExactly(3, 0);
    }

    @Test
    void nodesThatWantOtherRelaysOrLeadDoNotCount() throws Exception {
        var a = shards("a");
        var leader = leader("leader");
        database().addNode("x", Duration.ofHours(1), "another", false);
        assertThat(a.relayState().contenders()).isEqualTo(1);
        assertThat(leader.relayState().contenders()).isEqualTo(1);
    }

    @Test
    void theNextChangeIsTheEndOfAnothersLeaseButAtMostASecondAway() throws Exception {
        var a = shards("a");
        var b = shards("b");
        assertThat(b.relayState().nextChange()).isEqualTo(Duration.ofSeconds(1));
        database().expire("a", Duration.ofMillis(700));
        assertThat(b.relayState().nextChange()).isBetween(Duration.ZERO, Duration.ofMillis(700));
        assertThat(a.relayState().nextChange()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anExpiredOwnerIsFencedByTheNodeThatNeedsItsShards() throws Exception {
        var a = shards("a");
        var b = shards("b");
        a.acquire(0, 1, 2);
        assertThat(a.writes()).isTrue();
        expire(a);
        assertThat(b.relayState().free()).isEqualTo(Shards.ALL);
        assertThat(b.acquire(7)).isEqualTo(acquired(7));
        assertThat(a.renew()).as("nothing of it was needed").isTrue();

        expire(a);
        assertThat(b.acquire(1)).isEqualTo(acquired(1));
        assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
        assertThat(a.acquire(0)).isEqualTo(new Acquisition.Fenced());
        assertThat(a.writes()).isFalse();
        assertThat(b.relayState().free()).as("it has lost everything").isEqualTo(Shards.ALL.minus(Shards.of(1, 7)));
    }

    @Test
    void twoExpiredOwnersMayTakeFromEachOtherOnlyOnce() throws Exception {
        var a = shards("a");
        var b = shards("b");
        a.acquire(0);
        b.acquire(1);
        expire(a);
        expire(b);
        assertThat(a.acquire(1)).isEqualTo(acquired(1));
        assertThat(b.acquire(0)).isEqualTo(new Acquisition.Fenced());
    }

    @Test
    void aLeaderKeepsShardsAway() throws Exception {
        var leader = leader("leader");
        var a = shards("a");
        assertThat(leader.acquires()).isTrue();
        assertThat(leader.relayState().mine()).isEqualTo(Shards.ALL);
        assertThat(a.relayState().free()).isEqualTo(Shards.NONE);
        assertThat(a.acquire(3)).isEqualTo(new Acquisition.Taken("leader", Duration.ofSeconds(1)));

        database().endLockSession("leader", LeaseNode.RELAY);
        assertThat(a.acquire(3)).as("its lease is good").isInstanceOf(Acquisition.Taken.class);
        expire(leader);
        assertThat(a.acquire(3)).isEqualTo(acquired(3));
        assertThat(leader.renew()).isFalse();
    }

    @Test
    void shardsKeepALeaderAway() throws Exception {
        var a = shards("a");
        var b = shards("b");
        var leader = leader("leader");
        a.acquire(3);
        b.acquire(4);
        assertThat(leader.acquire()).isInstanceOf(Acquisition.Taken.class);
        expire(a);
        assertThat(leader.acquire()).isEqualTo(new Acquisition.Taken("b", Duration.ofSeconds(1)));
        b.release(4);

        assertThat(leader.acquires()).isTrue();
        assertThat(a.renew()).isFalse();
        assertThat(b.acquire(4)).isInstanceOf(Acquisition.Taken.class);
        leader.resign();
        assertThat(b.acquire(4)).isEqualTo(acquired(4));
    }

    @Test
    void allNodesLearnThatAnOperatorHasPausedARelay() throws Exception {
        var a = shards("a");
        var leader = leader("leader");
        assertThat(a.relayState().paused()).isFalse();
        database().pause(LeaseNode.RELAY);
        assertThat(a.relayState().paused()).isTrue();
        assertThat(leader.relayState().paused()).isTrue();

        database().resume(LeaseNode.RELAY);
        assertThat(a.relayState().paused()).isFalse();
        assertThat(leader.relayState().paused()).isFalse();
    }

    protected final LeaseNode shards(String name) throws Exception {
        return join(name, RelaySharing.SPREAD, TTL);
    }

    protected final LeaseNode leader(String name) throws Exception {
        return join(name, RelaySharing.WHOLE, TTL);
    }

    protected static Acquired acquired(int... shards) {
        return new Acquired(Shards.of(shards));
    }

    protected final void expire(LeaseNode node) throws Exception {
        database().expire(node.name(), Duration.ofMillis(-1));
    }
}
