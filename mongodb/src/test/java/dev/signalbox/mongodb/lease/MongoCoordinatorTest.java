package dev.signalbox.mongodb.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Acquisition.Acquired;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.mongodb.connection.TestMongo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoCoordinatorTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration LATEST = Duration.ofSeconds(1);

    private final TestMongo database = new TestMongo();
    private final List<TestNode> nodes = new ArrayList<>();

    @AfterEach
    void drop() {
        nodes.forEach(TestNode::close);
        database.close();
    }

    @Test
    void eachGetsWhatNobodyElseHas() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        assertThat(a.acquire(0, 1, 63)).isEqualTo(acquired(0, 1, 63));
        assertThat(b.acquire(1, 2)).isEqualTo(acquired(2));
        assertThat(a.acquire(1)).as("asking again is allowed").isEqualTo(acquired(1));
        assertThat(b.acquire(63)).isEqualTo(new Acquisition.Taken("a", LATEST));

        assertThat(a.standing().mine()).isEqualTo(Shards.of(0, 1, 63));
        assertThat(b.standing().mine()).isEqualTo(Shards.of(2));
        assertThat(b.standing().free()).isEqualTo(Shards.ALL.minus(Shards.of(0, 1, 2, 63)));
    }

    @Test
    void whatIsReleasedOrResignedIsFree() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        a.acquire(0, 1, 2);
        b.release(2);
        a.release(0);
        assertThat(b.standing().free()).isEqualTo(Shards.ALL.minus(Shards.of(1, 2)));

        a.resign();
        assertThat(b.standing().free()).isEqualTo(Shards.ALL);
        assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
        assertThat(a.acquire(5)).isEqualTo(new Acquisition.Fenced());
    }

    @Test
    void aReleaseThatArrivesLateGivesNothingBackThatWasAcquiredSince() throws Exception {
        TestNode a = shards("a");
        a.acquire(1, 2);
        RelayDocuments relays = new RelayDocuments(a.connections());
        RelayDocument seen = relays.load(TestNode.RELAY);
        a.release(1);
        a.acquire(1);

        assertThat(relays.change(seen, seen.without(a.incarnation().value(), Shards.of(1, 2))))
                .isFalse();
        assertThat(a.standing().mine()).isEqualTo(Shards.of(1, 2));
    }

    @Test
    void placesAreByAgeAndOnlyThoseWithALeaseCount() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        TestNode c = shards("c");
        age("a", 3);
        age("b", 2);
        age("c", 1);
        assertThat(a.standing()).extracting("contenders", "rank").containsExactly(3, 0);
        assertThat(b.standing()).extracting("contenders", "rank").containsExactly(3, 1);
        assertThat(c.standing()).extracting("contenders", "rank").containsExactly(3, 2);

        expire(a);
        assertThat(b.standing()).extracting("contenders", "rank").containsExactly(2, 0);
        assertThat(a.standing())
                .as("its own lease is good as soon as it is renewed")
                .extracting("contenders", "rank")
                .containsExactly(3, 0);
    }

    @Test
    void nodesThatWantOtherRelaysOrLeadDoNotCount() throws Exception {
        TestNode a = shards("a");
        TestNode leader = leader("leader");
        TestNode other = shards("other");
        other.coordinator().join(other.incarnation(), TTL, Set.of("another"));

        assertThat(a.standing().contenders()).isEqualTo(1);
        assertThat(leader.standing().contenders()).isEqualTo(1);
    }

    @Test
    void whoHasWithdrawnIsNotCountedAndKeepsWhatItHas() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        a.acquire(0, 1);
        a.coordinator().withdraw(a.incarnation());

        assertThat(b.standing().contenders()).isEqualTo(1);
        assertThat(b.standing().free()).isEqualTo(Shards.ALL.minus(Shards.of(0, 1)));
        assertThat(a.renew()).isTrue();
        a.coordinator().resign(a.incarnation());
        a.coordinator().withdraw(a.incarnation());
        assertThat(a.renew()).as("a fenced one stays fenced").isFalse();
    }

    @Test
    void theNextChangeIsTheEndOfAnothersLeaseButAtMostASecondAway() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        assertThat(b.standing().nextChange()).isEqualTo(LATEST);
        a.coordinator().renew(a.incarnation(), Duration.ofMillis(700));
        assertThat(b.standing().nextChange()).isBetween(Duration.ZERO, Duration.ofMillis(700));
        assertThat(a.standing().nextChange()).isEqualTo(LATEST);
    }

    @Test
    void whoseLeaseHasRunOutIsFencedByWhoeverNeedsItsShards() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        LeaseFence fence = new LeaseFence(b.connections());
        a.acquire(0, 1, 2);
        expire(a);
        assertThat(b.standing().free()).isEqualTo(Shards.ALL);
        assertThat(b.acquire(7)).isEqualTo(acquired(7));
        assertThat(a.renew()).as("nothing of it was needed").isTrue();

        expire(a);
        assertThat(fence.isLive(a.incarnation())).isTrue();
        assertThat(b.acquire(1)).isEqualTo(acquired(1));
        assertThat(fence.isLive(a.incarnation())).isFalse();
        assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
        assertThat(a.acquire(0)).isEqualTo(new Acquisition.Fenced());
        assertThat(b.standing().free()).as("it has lost everything").isEqualTo(Shards.ALL.minus(Shards.of(1, 7)));
    }

    @Test
    void aRenewalInTheLastMomentSavesALeaseFromATakeover() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        a.acquire(0);
        expire(a);
        assertThat(b.standing().free().contains(0)).as("as b has seen it").isTrue();

        assertThat(a.renew()).isTrue();

        assertThat(b.acquire(0)).isEqualTo(new Acquisition.Taken("a", LATEST));
        assertThat(a.standing().mine()).isEqualTo(Shards.of(0));
    }

    @Test
    void twoWhoseLeasesHaveRunOutMayTakeFromEachOtherOnlyOnce() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        a.acquire(0);
        b.acquire(1);
        expire(a);
        expire(b);
        assertThat(a.acquire(1)).isEqualTo(acquired(1));
        assertThat(b.acquire(0)).isEqualTo(new Acquisition.Fenced());
    }

    @Test
    void aLeaderKeepsShardsAway() throws Exception {
        TestNode leader = leader("leader");
        TestNode a = shards("a");
        assertThat(leader.acquires()).isTrue();
        assertThat(leader.standing().mine()).isEqualTo(Shards.ALL);
        assertThat(a.standing().free()).isEqualTo(Shards.NONE);
        assertThat(a.acquire(3)).isEqualTo(new Acquisition.Taken("leader", LATEST));

        expire(leader);
        assertThat(a.acquire(3)).isEqualTo(acquired(3));
        assertThat(leader.renew()).isFalse();
    }

    @Test
    void shardsKeepALeaderAway() throws Exception {
        TestNode a = shards("a");
        TestNode b = shards("b");
        TestNode leader = leader("leader");
        a.acquire(3);
        b.acquire(4);
        assertThat(leader.acquire()).isInstanceOf(Acquisition.Taken.class);
        expire(a);
        assertThat(leader.acquire()).isEqualTo(new Acquisition.Taken("b", LATEST));
        b.release(4);

        assertThat(leader.acquires()).isTrue();
        assertThat(a.renew()).isFalse();
        assertThat(b.acquire(4)).isInstanceOf(Acquisition.Taken.class);
        leader.resign();
        assertThat(b.acquire(4)).isEqualTo(acquired(4));
    }

    @Test
    void oneLeadsAndTheOtherHearsWhoAndWhenToAskAgain() throws Exception {
        TestNode a = leader("a");
        TestNode b = leader("b");
        assertThat(a.acquire()).isEqualTo(new Acquired(Shards.ALL));
        assertThat(a.acquires()).as("asking again is allowed").isTrue();
        assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", LATEST));
        a.release();
        assertThat(b.acquires()).isTrue();
        b.resign();
        assertThat(a.acquires()).isTrue();
    }

    @Test
    void everybodyHearsThatAnOperatorHasPausedARelay() throws Exception {
        TestNode a = shards("a");
        TestNode leader = leader("leader");
        assertThat(a.standing().paused()).isFalse();
        pause(true);
        assertThat(a.standing().paused()).isTrue();
        assertThat(leader.standing().paused()).isTrue();
        a.acquire(1);
        assertThat(a.standing().paused()).as("an owner's change leaves it").isTrue();

        pause(false);
        assertThat(a.standing().paused()).isFalse();
        assertThat(leader.standing().paused()).isFalse();
    }

    @Test
    void nodesThatFellSilentLongAgoAndOwnNothingAreForgotten() throws Exception {
        TestNode idle = shards("idle");
        TestNode owner = shards("owner");
        owner.acquire(9);
        expire(idle);
        expire(owner);

        shards("fresh");

        assertThat(idle.renew()).isFalse();
        assertThat(owner.renew()).isTrue();
    }

    private void pause(boolean wanted) {
        database.collection(SideCollections.RELAYS)
                .updateOne(
                        Filters.eq("_id", TestNode.RELAY),
                        wanted ? Updates.currentDate(RelayDocument.PAUSED_AT) : Updates.unset(RelayDocument.PAUSED_AT),
                        new UpdateOptions().upsert(true));
    }

    private void age(String node, int minutes) {
        BsonDateTime joined =
                new BsonDateTime(Duration.ofDays(1).minusMinutes(minutes).toMillis());
        database.collection(SideCollections.NODES).updateOne(Filters.eq("node", node), Updates.set("joinedAt", joined));
    }

    private TestNode shards(String name) throws CoordinationException {
        return node(name, Sharing.SPREAD);
    }

    private TestNode leader(String name) throws CoordinationException {
        return node(name, Sharing.WHOLE);
    }

    private TestNode node(String name, Sharing sharing) throws CoordinationException {
        TestNode node = TestNode.joined(name, database.settings(), sharing, TTL);
        nodes.add(node);
        return node;
    }

    private static Acquired acquired(int... shards) {
        return new Acquired(Shards.of(shards));
    }

    private void expire(TestNode node) {
        TestNode.expire(database, node.name());
    }
}
