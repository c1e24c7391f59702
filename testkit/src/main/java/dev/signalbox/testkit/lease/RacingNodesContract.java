package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that take over from each other all the time. */
public abstract class RacingNodesContract extends FixtureContract<LeaseFixture> {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final int NODES = 3;
    private static final int ROUNDS = 40;
    private static final int TAKEOVERS = 8;
    private static final int PATIENCE = 5_000;

    private final AtomicInteger failures = new AtomicInteger();
    private final List<LeaseNode> nodes = new ArrayList<>();
    private final long seed = Long.getLong("signalbox.seed", new Random().nextLong());

    @BeforeEach
    void joinNodes() throws Exception {
        System.out.println("RacingNodesContract: -Dsignalbox.seed=" + seed);
        for (int i = 0; i < NODES; i++) {
            nodes.add(join("node-" + i, RelaySharing.WHOLE, TTL));
        }
    }

    @Test
    void neverDoTwoOwnARelayAtOnce() throws Exception {
        AtomicInteger owners = new AtomicInteger();
        AtomicInteger times = new AtomicInteger();
        race(() -> times.get() < ROUNDS, (node, random) -> {
            if (node.acquires()) {
                assertThat(owners.incrementAndGet()).isEqualTo(1);
                times.incrementAndGet();
                if (random.nextInt(4) == 0) {
                    database().endLockSession(node.name(), LeaseNode.RELAY);
                }
                assertThat(node.renew()).isTrue();
                assertThat(database().owners(LeaseNode.RELAY))
                        .containsExactly(node.incarnation().value());
                assertThat(owners.decrementAndGet()).isZero();
                node.release();
            }
        });
        assertThat(times).hasValueGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void onceAnotherHasWrittenAFencedOwnerWritesNoMore() throws Exception {
        Set<Incarnation> everOwned = ConcurrentHashMap.newKeySet();
        race(() -> everOwned.size() < TAKEOVERS, (node, random) -> {
            try {
                workOrLose(node, random, everOwned);
            } catch (CoordinationException e) {
                // Its session ended twice in one call, or it conflicted with another in the same rows: it may try
                // again.
                failures.incrementAndGet();
            }
        });
        assertThat(failures).hasValueLessThan(PATIENCE);
        assertThat(ownersInOrder()).doesNotHaveDuplicates().hasSizeGreaterThan(TAKEOVERS / 2);
    }

    private void workOrLose(LeaseNode node, Random random, Set<Incarnation> everOwned) throws Exception {
        if (!node.renew()) {
            node.joinAgain();
        }
        if (node.acquires()) {
            everOwned.add(node.incarnation());
        }
        // The ownership is not checked again: the fence alone has to keep former owners out.
        for (int i = 1 + random.nextInt(5); i > 0 && everOwned.contains(node.incarnation()); i--) {
            node.writes();
            if (random.nextInt(4) == 0) {
                endRandomLease(random);
            }
        }
    }

    private void race(BooleanSupplier goOn, LeaseNode.Turn turn) throws Exception {
        LeaseNode.race(nodes, seed, PATIENCE, goOn, turn);
    }

    private void endRandomLease(Random random) throws Exception {
        // Any node, leader or not, and perhaps the one that is just taking over.
        LeaseNode victim = nodes.get(random.nextInt(NODES));
        database().expire(victim.name(), Duration.ofSeconds(-1));
        database().endLockSession(victim.name(), LeaseNode.RELAY);
    }

    /** The writers in the order of their writes, each named once for every uninterrupted sequence. */
    private List<String> ownersInOrder() throws Exception {
        List<String> runs = new ArrayList<>();
        for (String writer : database().fencedTable()) {
            if (runs.isEmpty() || !runs.getLast().equals(writer)) {
                runs.add(writer);
            }
        }
        return runs;
    }
}
