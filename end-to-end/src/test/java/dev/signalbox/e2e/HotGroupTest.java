package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HotGroupTest extends EndToEndTest {
    @Test
    void aGroupWithNineTenthsOfTheLoadHardlySlowsTheOthers() {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(20)));
        world.leader(world.own());
        world.application().begin(100, HotGroupTest::cold);
        await().atMost(seconds(15)).until(() -> world.application().written() >= 300);
        world.application().pause();
        world.awaitSettled(seconds(10));
        long calm = world.application().written();

        world.application().begin(500, n -> n % 10 == 0 ? cold(n / 10) : "hot");
        await().atMost(seconds(15)).until(() -> world.application().written() >= calm + 2_000);
        world.application().pause();
        world.awaitSettled(seconds(20));

        double before = Latencies.of(world, receivedItem -> receivedItem.number() < calm)
                .millis(0.95);
        double beside = Latencies.of(
                        world,
                        receivedItem -> receivedItem.number() >= calm
                                && !receivedItem.group().equals("hot"))
                .millis(0.95);
        figure("p95 of the other groups %.0f ms, and %.0f ms beside a group with 90 %% of the load"
                .formatted(before, beside));
        assertThat(beside).isLessThan(3 * before + 200);
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    @Test
    void aBacklogOfOneGroupDoesNotStarveTheOthers() {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(50)));
        world.writeMany(10_000, 1);
        world.leader(world.own());
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 200);
        world.application().write(40, HotGroupTest::cold);
        List<String> cold = world.outbox().rows("SELECT id FROM outbox_events WHERE message_group LIKE 'cold%'");

        await().atMost(seconds(20)).until(() -> cold.stream().allMatch(world.receiver()::hasKept));
        assertThat(world.outbox().events("PENDING")).as("of the backlog").isPositive();
    }

    private static String cold(long number) {
        return "cold" + number % 40;
    }
}
