package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.RelayDocuments.RelayDocument;
import dev.signalbox.testkit.lease.LeaseNode;
import dev.signalbox.testkit.lease.NodeFixture;
import dev.signalbox.testkit.lease.OwnershipContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MongoCoordinatorTest extends OwnershipContract<NodeFixture> {
    private static final Duration LATEST = Duration.ofSeconds(1);

    @Override
    protected NodeFixture fixture() {
        return new MongoLeaseFixture();
    }

    @Test
    void aLateReleaseDoesNotReleaseWhatWasAcquiredSince() throws Exception {
        try (LeaseNode a = shards("a");
                MongoConnections connections =
                        ((MongoLeaseFixture) database()).database().open("late")) {
            a.acquire(1, 2);
            RelayDocuments relays = new RelayDocuments(connections.leases(CollectionName.RELAYS));
            RelayDocument seen = relays.load(LeaseNode.RELAY);
            a.release(1);
            a.acquire(1);

            assertThat(relays.change(seen, seen.without(a.incarnation().value(), Shards.of(1, 2))))
                    .isFalse();
            assertThat(a.relayState().mine()).isEqualTo(Shards.of(1, 2));
        }
    }

    @Test
    void aWithdrawnNodeIsNotCountedAndKeepsItsShards() throws Exception {
        try (LeaseNode a = shards("a");
                LeaseNode b = shards("b")) {
            a.acquire(0, 1);
            a.coordinator().withdraw(a.incarnation());

            assertThat(b.relayState().contenders()).isEqualTo(1);
            assertThat(b.relayState().free()).isEqualTo(Shards.ALL.minus(Shards.of(0, 1)));
            assertThat(a.renew()).isTrue();
            a.resign();
            a.coordinator().withdraw(a.incarnation());
            assertThat(a.renew()).as("a fenced one stays fenced").isFalse();
        }
    }

    @Test
    void aRenewalInTheLastMomentSavesALeaseFromATakeover() throws Exception {
        try (LeaseNode a = shards("a");
                LeaseNode b = shards("b")) {
            a.acquire(0);
            expire(a);
            assertThat(b.relayState().free().contains(0)).as("as b has seen it").isTrue();

            assertThat(a.renew()).isTrue();

            assertThat(b.acquire(0)).isEqualTo(new Acquisition.Taken("a", LATEST));
            assertThat(a.relayState().mine()).isEqualTo(Shards.of(0));
        }
    }

    @Test
    void oneLeadsAndTheOtherLearnsTheLeaderAndWhenToRetry() throws Exception {
        try (LeaseNode a = leader("a");
                LeaseNode b = leader("b")) {
            assertThat(a.acquire()).isEqualTo(new Acquisition.Acquired(Shards.ALL));
            assertThat(a.acquires()).as("asking again is allowed").isTrue();
            assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", LATEST));
            a.release();
            assertThat(b.acquires()).isTrue();
            b.resign();
            assertThat(a.acquires()).isTrue();
        }
    }

    @Test
    void anOwnersChangeLeavesTheRelayPaused() throws Exception {
        try (LeaseNode a = shards("a")) {
            database().pause(LeaseNode.RELAY);
            a.acquire(1);
            assertThat(a.relayState().paused()).isTrue();
        }
    }

    @Test
    void leasesThatExpiredLongAgoWithoutOwnershipAreDeleted() throws Exception {
        try (LeaseNode idle = shards("idle");
                LeaseNode owner = shards("owner")) {
            owner.acquire(9);
            database().expire("idle", Duration.ofHours(-2));
            database().expire("owner", Duration.ofHours(-2));

            try (LeaseNode fresh = shards("fresh")) {
                assertThat(fresh.renew()).isTrue();
            }

            assertThat(idle.renew()).isFalse();
            assertThat(owner.renew()).isTrue();
        }
    }
}
