package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.testkit.lease.LeaseNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that race for the same relays and shards. */
class MongoRacingNodesTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final int NODES = 3;
    private static final int ROUNDS = 60;
    private static final int PATIENCE = 5_000;

    private final MongoLeaseFixture database = new MongoLeaseFixture();
    private final List<LeaseNode> nodes = new ArrayList<>();
    private final long seed = Long.getLong("signalbox.seed", new Random().nextLong());

    @AfterEach
    void drop() {
        nodes.forEach(LeaseNode::close);
        database.close();
    }

    @Test
    void aRelayNeverHasTwoOwners() throws Exception {
        join(RelaySharing.WHOLE);
        AtomicInteger owners = new AtomicInteger();
        AtomicInteger times = new AtomicInteger();
        race(() -> times.get() < ROUNDS, (node, _) -> {
            if (node.acquires()) {
                assertThat(owners.incrementAndGet()).isEqualTo(1);
                times.incrementAndGet();
                assertThat(node.renew()).isTrue();
                assertThat(owners.decrementAndGet()).isZero();
                node.release();
            }
        });
        assertThat(times).hasValueGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void aShardNeverHasTwoOwners() throws Exception {
        join(RelaySharing.SPREAD);
        Map<Integer, String> working = new ConcurrentHashMap<>();
        AtomicInteger times = new AtomicInteger();
        race(() -> times.get() < ROUNDS, (node, random) -> {
            int first = random.nextInt(4);
            if (node.acquire(first, first + 1, first + 2) instanceof Acquisition.Acquired(Shards won)) {
                won.numbers()
                        .forEach(shard ->
                                assertThat(working.put(shard, node.name())).isNull());
                times.incrementAndGet();
                won.numbers().forEach(shard -> assertThat(working.remove(shard)).isEqualTo(node.name()));
                node.release(won.numbers().toArray());
            }
        });
        assertThat(times).hasValueGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void aNodeThatLostItsLeaseNeverOwnsAgain() throws Exception {
        join(RelaySharing.WHOLE);
        Set<Incarnation> fenced = ConcurrentHashMap.newKeySet();
        AtomicInteger takeovers = new AtomicInteger();
        race(() -> takeovers.get() < ROUNDS, (node, random) -> {
            Incarnation me = node.incarnation();
            switch (node.acquire()) {
                case Acquisition.Acquired _ -> {
                    assertThat(fenced).doesNotContain(me);
                    takeovers.incrementAndGet();
                    database.expire(nodes.get(random.nextInt(NODES)).name(), Duration.ofSeconds(-1));
                }
                case Acquisition.Fenced _ -> {
                    fenced.add(me);
                    assertThat(node.renew()).isFalse();
                    node.joinAgain();
                }
                case Acquisition.Taken _ ->
                    database.expire(nodes.get(random.nextInt(NODES)).name(), Duration.ofSeconds(-1));
            }
        });
        assertThat(fenced).isNotEmpty();
    }

    private void join(RelaySharing relaySharing) throws Exception {
        System.out.println("RacingNodesTest: -Dsignalbox.seed=" + seed);
        for (int i = 0; i < NODES; i++) {
            nodes.add(LeaseNode.join("node-" + i, database.open("node-" + i, relaySharing), TTL));
        }
    }

    private void race(BooleanSupplier goOn, LeaseNode.Turn turn) throws Exception {
        LeaseNode.race(nodes, seed, PATIENCE, goOn, turn);
    }
}
