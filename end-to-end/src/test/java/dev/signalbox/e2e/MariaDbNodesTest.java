package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MariaDbNodesTest extends SharedOutboxTest {
    MariaDbNodesTest() {
        super(MySqlTestDatabase.onMariaDb());
    }

    @Test
    void aNodeThatIsTerminatedUnderLoadRepeatsNothing() throws InterruptedException {
        world.receiver().answer(acceptAfter(15));
        Cluster cluster = new Cluster(world, world.flowCatalyst()).start("one", "two");
        world.application().begin(200, OutboxWriter.spreadOverOrAlone(50));
        awaitDelivered(100);
        UnansweredRequests underWay = UnansweredRequests.next(
                REQUESTS_UNDER_WAY, world.receiver(), cluster.messagesOf("one"), acceptAfter(15));

        SignalboxProcess one = cluster.remove("one");
        one.terminate();
        underWay.release();
        assertThat(one.exitCode(seconds(20))).as(one.log()).isZero();
        cluster.awaitBalance();
        awaitDelivered(100);

        OutboxDeliveryOracle outboxDeliveryOracle = settle().assertNoDuplicates();
        figure("one of two nodes terminated: %d messages, 0 duplicates".formatted(outboxDeliveryOracle.arrived()));
        assertThat(one.log()).doesNotContain(ConfigText.TOKEN, PostgresTestDatabase.PASSWORD);
    }
}
