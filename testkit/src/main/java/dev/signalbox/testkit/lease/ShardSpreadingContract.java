package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes with real memberships, in real time: whatever happens to them, no two ever work on the same shard. */
public abstract class ShardSpreadingContract extends FixtureContract<NodeFixture> {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BLOWS = 12;

    private final MembershipNode.ShardWorkRecorder log = new MembershipNode.ShardWorkRecorder();
    private final List<MembershipNode> membershipNodes = new ArrayList<>();
    private final long seed = Long.getLong("signalbox.seed", new Random().nextLong());

    @AfterEach
    void close() throws Exception {
        for (MembershipNode membershipNode : membershipNodes) {
            membershipNode.close();
        }
        assertThat(log.overlaps()).isEmpty();
    }

    @Test
    void nodesThatComeAndGoShareEvenly() throws Exception {
        MembershipNode a = start("a", RelaySharing.SPREAD);
        awaitShares(List.of(a), 64);
        MembershipNode b = start("b", RelaySharing.SPREAD);
        awaitShares(List.of(a, b), 32, 32);
        Shards before = a.working;
        MembershipNode c = start("c", RelaySharing.SPREAD);
        awaitShares(List.of(a, b, c), 22, 21, 21);
        assertThat(before.containsAll(a.working))
                .as("who has to give takes nothing")
                .isTrue();

        a.leave();
        awaitShares(List.of(b, c), 32, 32);
        b.leave();
        awaitShares(List.of(c), 64);
    }

    @Test
    void aKilledNodesShardsAreTakenOverAfterItsLeaseAndItIsFenced() throws Exception {
        MembershipNode a = start("a", RelaySharing.SPREAD);
        MembershipNode b = start("b", RelaySharing.SPREAD);
        MembershipNode c = start("c", RelaySharing.SPREAD);
        awaitShares(List.of(a, b, c), 22, 21, 21);
        Incarnation killed = c.incarnation;
        c.kill();

        long start = System.nanoTime();
        awaitShares(List.of(a, b), 32, 32);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LEASE.multipliedBy(4));
        assertThat(c.coordinator.renew(killed, LEASE)).isEqualTo(Renewal.FENCED);
        assertThat(database().nodes()).containsExactly("a", "b");
    }

    @Test
    void aNodeThatSleptPastItsLeaseComesBackAsAnother() throws Exception {
        MembershipNode a = start("a", RelaySharing.SPREAD);
        MembershipNode b = start("b", RelaySharing.SPREAD);
        awaitShares(List.of(a, b), 32, 32);
        Incarnation former = b.incarnation;
        b.freeze();
        awaitShares(List.of(a), 64);

        b.goOn();
        awaitShares(List.of(a, b), 32, 32);
        assertThat(b.incarnation).isNotEqualTo(former);
    }

    @Test
    void aRollingRestartLeadsFromALeaderToShards() throws Exception {
        MembershipNode a = start("a", RelaySharing.WHOLE);
        awaitShares(List.of(a), 64);
        MembershipNode b = start("b", RelaySharing.WHOLE);

        b.leave();
        MembershipNode b2 = start("b2", RelaySharing.SPREAD);
        await().untilAsserted(() -> assertThat(database().nodes()).contains("b2"));
        assertThat(b2.working).isEqualTo(Shards.NONE);
        a.leave();
        awaitShares(List.of(b2), 64);
        MembershipNode a2 = start("a2", RelaySharing.SPREAD);
        awaitShares(List.of(a2, b2), 32, 32);
    }

    @Test
    void whateverHappensNoTwoWorkOnOneShard() throws Exception {
        System.out.println("SpreadingContract: -Dsignalbox.seed=" + seed);
        Random random = new Random(seed);
        List<MembershipNode> alive = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            alive.add(start("node-" + i, RelaySharing.SPREAD));
        }
        for (int i = 0; i < BLOWS; i++) {
            MembershipNode victim = alive.get(random.nextInt(alive.size()));
            switch (random.nextInt(4)) {
                case 0 -> replace(alive, victim, i, true);
                case 1 -> replace(alive, victim, i, false);
                default -> disturb(victim, random);
            }
            pause(random.nextInt(400));
        }
        awaitShares(alive, 22, 21, 21);
    }

    /** Ends sessions where nodes keep their leases by them; otherwise the victim stops for a while. */
    private void disturb(MembershipNode victim, Random random) throws Exception {
        if (random.nextBoolean() && database() instanceof LeaseFixture leases) {
            leases.endLeaseSessions();
        } else {
            victim.freeze();
            pause(random.nextInt(1_500));
            victim.goOn();
        }
    }

    private void replace(List<MembershipNode> alive, MembershipNode victim, int number, boolean inGoodOrder)
            throws Exception {
        if (inGoodOrder) {
            victim.leave();
        } else {
            victim.kill();
        }
        alive.remove(victim);
        alive.add(start("new-" + number, RelaySharing.SPREAD));
    }

    /** Time passes for all nodes. */
    private static void pause(int millis) {
        LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
    }

    private MembershipNode start(String name, RelaySharing relaySharing) throws Exception {
        MembershipNode membershipNode =
                new MembershipNode(name, database().open(name, relaySharing), relaySharing, log);
        membershipNodes.add(membershipNode);
        return membershipNode;
    }

    private static void awaitShares(List<MembershipNode> alive, Integer... sizes) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            List<Shards> shares = alive.stream().map(node -> node.working).toList();
            assertThat(shares.stream().map(Shards::size)).containsExactlyInAnyOrderElementsOf(Arrays.asList(sizes));
            assertThat(shares.stream().reduce(Shards.NONE, Shards::plus)).isEqualTo(Shards.ALL);
        });
    }
}
