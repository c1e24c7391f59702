package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KillerMessageTest extends EndToEndTest {
    private static final String KILLER = OutboxWriter.id(25);

    @Test
    void aMessageThatKillsItsSenderEachTimeEndsFailedAndAlone() {
        CrashingProgram crashingProgram = new CrashingProgram();
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.has(KILLER) ? crashingProgram.kill() : ReceiverReply.accept(receivedRequest));
        world.application().write(60, OutboxWriter.spreadOver(6));
        ConfigText config = world.flowCatalyst().processor("max-retries", "0");
        int starts = crashingProgram.restartUntil(
                world.outbox()::isSettled, 5, () -> world.launch("victim", config.properties(), Map.of()));

        figure("%d starts until the message was given up".formatted(starts));
        assertThat(world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'FAILED'"))
                .containsExactly(KILLER);
        List<ReceivedRequest> attempts = world.receiver().seenWith(KILLER);
        assertThat(attempts.getLast().items()).hasSize(1);
        assertThat(attempts.stream().filter(attempt -> attempt.items().size() == 1))
                .as(
                        "one in a request of its own beside others, and the one that max-retries allows with nothing else in flight")
                .hasSize(2);
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count > 0"))
                .isZero();
        world.ledger().assertNothingLostAndInOrder();
    }
}
