package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FrozenLeaderTest extends EndToEndTest {
    private static final String MARKED = OutboxWriter.id(0);

    @Test
    void aZombieThatHasItsAnswersSettlesNothing() {
        var opened = new CountDownLatch(1);
        world.receiver().answer(receivedRequest -> replyTwice(receivedRequest, opened));
        SignalboxProcess zombie = world.leader(world.own().withLeader());
        SignalboxProcess standby = world.standby(world.own().withLeader());
        world.application().write(1, _ -> "marked");
        await().atMost(seconds(20)).until(() -> world.receiver().hasKept(MARKED));
        zombie.freeze();

        standby.awaitLeading();
        await().atMost(seconds(10))
                .until(() -> world.receiver().seenWith(MARKED).size() == 2);
        String held = world.outbox().checksum();
        zombie.thaw();
        await().atMost(seconds(15)).until(() -> zombie.answers("/health/ready") && !zombie.leads());
        await().during(seconds(1))
                .atMost(seconds(3))
                .until(() -> world.outbox().checksum().equals(held));
        assertThat(world.outbox().events("PROCESSING")).isEqualTo(1);

        opened.countDown();
        world.awaitSettled(seconds(5));
        assertThat(world.receiver().seenWith(MARKED)).hasSize(2);
        assertThat(standby.leads()).isTrue();
    }

    @Test
    @Tag("slow")
    void aFrozenAndContinuedLeaderBreaksNoOrderUnderLoad() {
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(50)));
        SignalboxProcess zombie = world.leader(world.flowCatalyst().withLeader());
        SignalboxProcess standby = world.standby(world.flowCatalyst().withLeader());
        world.application().begin(300, OutboxWriter.spreadOver(20));
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 300);

        zombie.freeze();
        long frozenAt = System.nanoTime();
        List<String> held = world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'PROCESSING'");
        standby.awaitLeading();
        figure("the standby leads %.2f s after SIGSTOP of the leader".formatted(secondsSince(frozenAt)));
        long before = world.receiver().keptItems();
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > before + 300);
        zombie.thaw();
        long thawed = world.receiver().keptItems();
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > thawed + 300);
        world.application().pause();
        world.awaitSettled(seconds(15));

        OutboxDeliveryOracle outboxDeliveryOracle =
                world.ledger().assertNothingLostAndInOrder().assertDuplicatesOnlyOf(held);
        figure("%d duplicates of %d after SIGSTOP and SIGCONT"
                .formatted(outboxDeliveryOracle.duplicates(), outboxDeliveryOracle.arrived()));
        assertThat(zombie.leads()).isFalse();
        assertThat(world.outbox().rows("SELECT DISTINCT status, retry_count FROM outbox_events"))
                .containsExactly("COMPLETED|0");
    }

    /** Answers the first request while the sender is frozen, and the second only when the test says so. */
    private ReceiverReply replyTwice(ReceivedRequest receivedRequest, CountDownLatch opened) {
        return world.receiver().seenWith(MARKED).isEmpty()
                ? ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(1500))
                : new ReceiverReply.When(opened, ReceiverReply.accept(receivedRequest));
    }
}
