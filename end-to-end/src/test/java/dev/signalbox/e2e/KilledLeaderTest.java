package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class KilledLeaderTest extends EndToEndTest {
    private static final double LIMIT = 5;

    @Test
    void aStandbyDeliversWithinFiveSecondsWhatTheKilledLeaderHeld() {
        killUnderLoad(0, 200, LIMIT);
    }

    /** After the kill, each claimed row is sent in a request of its own, which takes time. */
    @Test
    @Tag("slow")
    void aStandbyDeliversWithinFiveSecondsAlsoIfTheKilledLeadersBufferWasFull() {
        killUnderLoad(4_000, 400, 3 * LIMIT);
    }

    private void killUnderLoad(int backlog, int perSecond, double limitForAll) {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(15)));
        SignalboxProcess leader = world.leader(world.flowCatalyst().withLeader());
        SignalboxProcess standby = world.standby(world.flowCatalyst().withLeader());
        world.writeMany(backlog, 50);
        world.application().begin(perSecond, OutboxWriter.spreadOver(50));
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 600);
        awaitRequestUnderWay();

        leader.kill();
        long killedAt = System.nanoTime();
        List<String> held = world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'PROCESSING'");
        Set<Integer> connectionsOfTheDead = world.receiver().connections();

        await().atMost(seconds(15)).until(() -> world.receiver().firstByOthersThan(connectionsOfTheDead) > 0);
        double first = (world.receiver().firstByOthersThan(connectionsOfTheDead) - killedAt) / 1e9;
        await().atMost(seconds(15)).until(() -> held.isEmpty() || count(held, "COMPLETED") == held.size());
        double all = secondsSince(killedAt);
        world.application().pause();
        world.awaitSettled(seconds(15));

        OutboxDeliveryOracle outboxDeliveryOracle =
                world.ledger().assertNothingLostAndInOrder().assertDuplicatesOnlyOf(held);
        figure("standby's first delivery %.2f s after kill -9, all %d held rows settled after %.2f s, %d duplicates"
                .formatted(first, held.size(), all, outboxDeliveryOracle.duplicates()));
        assertThat(held).as("rows held at the time").isNotEmpty();
        assertThat(first).as("seconds until the standby delivers").isLessThanOrEqualTo(LIMIT);
        assertThat(all).as("seconds until held rows are delivered").isLessThanOrEqualTo(limitForAll);
        assertThat(standby.leads()).isTrue();
        assertThat(world.outbox().events("FAILED")).isZero();
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "retry_count > 0"))
                .isZero();
    }

    @Test
    @Tag("slow")
    void aNodeThatIsKilledAgainAndAgainLosesNothing() {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(20)));
        world.application().begin(200, OutboxWriter.spreadOver(20));
        for (int round = 0; round < 2; round++) {
            long before = world.receiver().keptItems();
            SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
            await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > before + 200);
            signalboxProcess.kill();
        }
        world.application().pause();
        world.leader(world.flowCatalyst());
        world.awaitSettled(seconds(20));

        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().rows("SELECT DISTINCT status, retry_count FROM outbox_events"))
                .containsExactly("COMPLETED|0");
    }

    private void awaitRequestUnderWay() {
        int before = world.receiver().seen().size();
        await().atMost(seconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> world.receiver().seen().size() > before);
    }

    private long count(List<String> ids, String status) {
        String list = ids.stream().map(id -> "'" + id + "'").collect(Collectors.joining(","));
        return world.outbox().count(PostgresTestDatabase.EVENTS, "status = '" + status + "' AND id IN (" + list + ")");
    }
}
