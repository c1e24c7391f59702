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
    private static final Duration FAST = Duration.ofMillis(15);

    @Test
    void aStandbyDeliversWithinFiveSecondsWhatTheKilledLeaderHeld() {
        assertThat(killUnderLoad(FAST, 0, 200, LIMIT))
                .as("rows held at the time")
                .isPositive();
    }

    @Test
    @Tag("slow")
    void aStandbyDeliversWithinFiveSecondsAlsoIfTheKilledLeadersBufferWasFull() {
        assertThat(killUnderLoad(FAST, 4_000, 400, LIMIT))
                .as("rows held at the time")
                .isPositive();
    }

    @Test
    @Tag("slow")
    void aStandbyDeliversWithinEightSecondsWhatTheKilledLeaderHeldForASlowReceiver() {
        assertThat(killUnderLoad(Duration.ofMillis(100), 4_000, 400, 8))
                .as("rows held at the time")
                .isGreaterThanOrEqualTo(500);
    }

    /** Returns how many rows the leader held. */
    private int killUnderLoad(Duration answerTakes, int backlog, int perSecond, double limitForAll) {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, answerTakes));
        ConfigText config =
                world.flowCatalyst().processor("global-buffer-size", "2000").withLeader();
        SignalboxProcess leader = world.leader(config);
        SignalboxProcess standby = world.standby(config);
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
        assertThat(first).as("seconds until the standby delivers").isLessThanOrEqualTo(LIMIT);
        assertThat(all).as("seconds until held rows are delivered").isLessThanOrEqualTo(limitForAll);
        assertThat(standby.leads()).isTrue();
        assertThat(world.outbox().events("FAILED")).isZero();
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "retry_count > 0"))
                .isZero();
        return held.size();
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
