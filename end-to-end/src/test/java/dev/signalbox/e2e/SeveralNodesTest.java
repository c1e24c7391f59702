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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that work on the same relay concurrently, each in its own process. */
class SeveralNodesTest extends NodesTest<PostgresScenarioFixture> {
    SeveralNodesTest() {
        super(new PostgresScenarioFixture(PostgresTestDatabase.Rights.MAY_CREATE_SCHEMA));
    }

    @Test
    void whatAKilledNodeHeldIsDeliveredByTheOthers() {
        killOneOfTwo(400, OutboxWriter.spreadOver(50));
    }

    @Test
    void aNodeThatSleptPastItsLeaseBreaksNoOrderAndComesBack() {
        world.receiver().answer(acceptAfter(50));
        Cluster cluster = new Cluster(world, world.flowCatalyst()).start("one", "two");
        world.application().begin(300, OutboxWriter.spreadOver(30));
        awaitDelivered(150);

        cluster.node("one").freeze();
        List<String> held = held();
        await().atMost(seconds(15))
                .until(() -> cluster.shardsOf("one") == 0 && cluster.shardsOf("two") == Shards.COUNT);
        awaitDelivered(100);
        cluster.node("one").thaw();
        cluster.awaitBalance();
        awaitDelivered(100);

        OutboxDeliveryOracle outboxDeliveryOracle = settle().assertDuplicatesOnlyOf(held);
        figure("one of two nodes asleep past its lease: %d duplicates of %d"
                .formatted(outboxDeliveryOracle.duplicates(), outboxDeliveryOracle.arrived()));
    }

    @Test
    @Tag("slow")
    void aRollingRestartOfThreeNodesUnderLoadRepeatsNothing() throws InterruptedException {
        world.receiver().answer(acceptAfter(20));
        Cluster cluster = new Cluster(world, world.flowCatalyst()).start("one");
        world.application().begin(300, OutboxWriter.spreadOver(40));
        awaitDelivered(100);
        cluster.start("two", "three");
        awaitDelivered(100);

        for (String name : List.of("one", "two", "three")) {
            SignalboxProcess signalboxProcess = cluster.remove(name);
            assertThat(signalboxProcess.stop()).as(signalboxProcess.log()).isZero();
            awaitDelivered(50);
            cluster.start(name + "-again");
        }

        OutboxDeliveryOracle outboxDeliveryOracle = settle().assertNoDuplicates();
        figure("rolling restart of three nodes: %d messages, 0 duplicates".formatted(outboxDeliveryOracle.arrived()));
    }

    @Test
    @Tag("slow")
    void groupsThatHashTogetherGoByOneNodeAndMoveTogether() {
        List<String> together = IntStream.range(0, 10_000)
                .mapToObj(i -> "group-" + i)
                .filter(group -> Shards.shardOf(group) == 7)
                .limit(20)
                .toList();
        world.receiver().answer(acceptAfter(15));
        Cluster cluster = new Cluster(world, world.flowCatalyst()).start("one", "two");
        world.application().begin(300, number -> together.get((int) (number % together.size())));
        awaitDelivered(300);

        String owner = cluster.ownerOf(7);
        SignalboxProcess other = cluster.node(owner.equals("one") ? "two" : "one");
        assertThat(other.metric("signalbox_relay_completed_total", "events"))
                .as("delivered by the node that does not own the shard")
                .isIn(0.0, Double.NaN);
        cluster.remove(owner).kill();
        List<String> held = held();
        awaitDelivered(300);

        settle().assertDuplicatesOnlyOf(held);
    }

    @Test
    void aSettlementThatWaitedForARowDuringATakeoverChangesNothing() throws SQLException {
        String id = OutboxWriter.id(0);
        Cluster cluster = new Cluster(world, world.own()).start("one");
        world.receiver().answer(acceptAfter(300));
        world.application().write(1, _ -> "locked");
        await().atMost(seconds(20)).until(() -> !world.receiver().seenWith(id).isEmpty());
        try (Connection connection = world.outbox().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = '" + id + "' FOR UPDATE");
            awaitWaiting();
            cluster.node("one").freeze();
            SignalboxProcess zombie = cluster.remove("one");
            cluster.start("two");
            connection.rollback();
            zombie.thaw();
            await().atMost(seconds(15)).until(() -> zombie.answers("/health/ready"));
        }
        world.awaitSettled(seconds(30));

        assertThat(world.receiver().seenWith(id))
                .as("the takeover sends it once more")
                .hasSize(2);
        assertThat(world.outbox().statesAndAttempts()).containsExactly("COMPLETED|0");
    }

    /** Waits until a settlement waits for the row, or has found it locked. */
    private void awaitWaiting() {
        await().atMost(seconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !world.outbox()
                        .rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND datname = current_database()")
                        .isEmpty());
    }
}
