package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TerminatedTest extends EndToEndTest {
    @Test
    void underLoadItSettlesOrGivesBackAllAndRepeatsNothing() throws InterruptedException {
        world.writeMany(5_000, 50);
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(300)));
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 1_500);

        long begun = System.nanoTime();
        assertThat(signalboxProcess.stop()).as(signalboxProcess.log()).isZero();
        figure("ended %.2f s after SIGTERM with requests of 300 ms under way".formatted(secondsSince(begun)));

        assertThat(world.outbox().events("PROCESSING")).isZero();
        assertThat(world.outbox().events("COMPLETED"))
                .isEqualTo(world.receiver().keptItems());
        assertThat(world.outbox().events("PENDING")).isPositive();
        world.receiver().accept();
        world.leader(world.flowCatalyst());
        world.awaitSettled(seconds(20));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    @Test
    void theStandbyTakesOverAtOnceFromOneThatResigned() throws InterruptedException {
        SignalboxProcess leader = world.leader(world.flowCatalyst().withLeader());
        SignalboxProcess standby = world.standby(world.flowCatalyst().withLeader());
        world.application().begin(200, OutboxWriter.spreadOver(10));
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 200);

        assertThat(leader.stop()).isZero();
        long ended = System.nanoTime();
        standby.awaitLeading();
        figure("the standby leads %.2f s after the leader has ended in good order".formatted(secondsSince(ended)));
        world.application().pause();
        world.awaitSettled(seconds(10));

        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    @Test
    void aRequestThatOutlivesTheGraceTimeIsNamedAndChangesTheExitCode() throws InterruptedException {
        world.application().write(1, _ -> "slow");
        world.receiver().answer(_ -> new ReceiverReply.Silence());
        SignalboxProcess signalboxProcess = world.leader(world.own().set("signalbox.shutdown.grace", "1s"));
        await().atMost(seconds(20)).until(() -> !world.receiver().seen().isEmpty());

        assertThat(signalboxProcess.stop()).isEqualTo(3);
        assertThat(signalboxProcess.log()).contains(OutboxWriter.id(0));
    }
}
