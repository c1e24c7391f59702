package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Shards;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes that work on the same relay at the same time, each a process of its own. */
class SeveralNodesTest extends EndToEndTest {
    private static final double LIMIT = 15;
    private static final List<String> DELIVERED_AT_ONCE = List.of("COMPLETED|0");

    private List<String> held() {
        return world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'PROCESSING'");
    }

    private List<String> statesAndAttempts() {
        return world.outbox().rows("SELECT DISTINCT status, retry_count FROM outbox_events");
    }

    private void awaitDelivered(long more) {
        long before = world.receiver().keptItems();
        await().atMost(seconds(20)).until(() -> world.receiver().keptItems() > before + more);
    }

    @Test
    void whatAKilledNodeHeldIsDeliveredByTheOthers() {
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(15)));
        Cluster cluster = new Cluster(world, world.seedZero()).start("one", "two");
        world.application().begin(400, Application.spreadOver(50));
        awaitDelivered(600);

        cluster.remove("one").kill();
        long killedAt = System.nanoTime();
        List<String> held = held();
        cluster.awaitBalance();
        double takenOver = secondsSince(killedAt);
        await().atMost(seconds(15)).until(() -> !stillHeld(held));
        double all = secondsSince(killedAt);
        world.application().pause();
        world.awaitSettled(seconds(15));

        Ledger ledger = world.ledger().assertNothingLostAndInOrder().assertDuplicatesOnlyOf(held);
        figure(
                "one of two nodes killed: shards taken over after %.2f s, %d held rows delivered after %.2f s, %d duplicates"
                        .formatted(takenOver, held.size(), all, ledger.duplicates()));
        assertThat(all).as("seconds until held rows are delivered").isLessThanOrEqualTo(LIMIT);
        assertThat(statesAndAttempts()).isEqualTo(DELIVERED_AT_ONCE);
    }

    private boolean stillHeld(List<String> ids) {
        return !ids.isEmpty()
                && world.outbox()
                                .count(
                                        Outbox.EVENTS,
                                        "status <> 'COMPLETED' AND id IN ('" + String.join("','", ids) + "')")
                        > 0;
    }

    @Test
    void aNodeThatSleptPastItsLeaseBreaksNoOrderAndComesBack() {
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(50)));
        Cluster cluster = new Cluster(world, world.seedZero()).start("one", "two", "three");
        world.application().begin(300, Application.spreadOver(30));
        awaitDelivered(300);

        cluster.node("one").freeze();
        List<String> held = held();
        await().atMost(seconds(15)).until(() -> cluster.shardsOf("one") == 0 && cluster.shardsOf("two") == 32);
        awaitDelivered(200);
        cluster.node("one").thaw();
        cluster.awaitBalance();
        awaitDelivered(200);
        world.application().pause();
        world.awaitSettled(seconds(15));

        Ledger ledger = world.ledger().assertNothingLostAndInOrder().assertDuplicatesOnlyOf(held);
        figure("one of three nodes asleep past its lease: %d duplicates of %d"
                .formatted(ledger.duplicates(), ledger.arrived()));
        assertThat(statesAndAttempts()).isEqualTo(DELIVERED_AT_ONCE);
    }

    @Test
    void aRollingRestartOfThreeNodesUnderLoadRepeatsNothing() throws InterruptedException {
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(20)));
        Cluster cluster = new Cluster(world, world.seedZero()).start("one");
        world.application().begin(300, Application.spreadOver(40));
        awaitDelivered(100);
        cluster.start("two", "three");
        awaitDelivered(100);

        for (String name : List.of("one", "two", "three")) {
            Program program = cluster.remove(name);
            assertThat(program.stop()).as(program.log()).isZero();
            awaitDelivered(50);
            cluster.start(name + "-again");
        }
        world.application().pause();
        world.awaitSettled(seconds(15));

        Ledger ledger = world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        figure("rolling restart of three nodes: %d messages, 0 duplicates".formatted(ledger.arrived()));
        assertThat(statesAndAttempts()).isEqualTo(DELIVERED_AT_ONCE);
    }

    @Test
    void groupsThatHashTogetherGoByOneNodeAndMoveTogether() {
        List<String> together = IntStream.range(0, 10_000)
                .mapToObj(i -> "group-" + i)
                .filter(group -> Shards.shardOf(group) == 7)
                .limit(20)
                .toList();
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(15)));
        Cluster cluster = new Cluster(world, world.seedZero()).start("one", "two");
        world.application().begin(300, number -> together.get((int) (number % together.size())));
        awaitDelivered(300);

        String owner = cluster.ownerOf(7);
        Program other = cluster.node(owner.equals("one") ? "two" : "one");
        assertThat(other.metric("signalbox_relay_completed_total", "events"))
                .as("delivered by the node that does not own the shard")
                .isIn(0.0, Double.NaN);
        cluster.remove(owner).kill();
        List<String> held = held();
        awaitDelivered(300);
        world.application().pause();
        world.awaitSettled(seconds(15));

        world.ledger().assertNothingLostAndInOrder().assertDuplicatesOnlyOf(held);
    }

    @Test
    void aSettlementThatWaitedForARowDuringATakeoverChangesNothing() throws SQLException {
        String id = Application.id(0);
        Cluster cluster = new Cluster(world, world.own()).start("one");
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(300)));
        world.application().write(1, _ -> "locked");
        await().atMost(seconds(5)).until(() -> !world.receiver().seenWith(id).isEmpty());
        try (Connection connection = world.outbox().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = '" + id + "' FOR UPDATE");
            awaitWaiting();
            cluster.node("one").freeze();
            Program zombie = cluster.remove("one");
            cluster.start("two");
            connection.rollback();
            zombie.thaw();
            await().atMost(seconds(15)).until(() -> zombie.answers("/health/ready"));
        }
        world.awaitSettled(seconds(30));

        assertThat(world.receiver().seenWith(id))
                .as("the takeover sends it once more")
                .hasSize(2);
        assertThat(statesAndAttempts()).isEqualTo(DELIVERED_AT_ONCE);
    }

    /** Until a settlement waits for the row, or has found it locked. */
    private void awaitWaiting() {
        await().atMost(seconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !world.outbox()
                        .rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND datname = current_database()")
                        .isEmpty());
    }
}
