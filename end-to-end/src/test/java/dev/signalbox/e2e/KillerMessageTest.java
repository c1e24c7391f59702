package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KillerMessageTest extends EndToEndTest {
    private static final String KILLER = OutboxWriter.id(7);
    private static final int MESSAGES = 16;
    private static final int MAX_RETRIES = 0;
    /** Two until it is a suspect, and one for each time that the 16 are halved. */
    private static final int MOST_DEATHS = MAX_RETRIES + 2 + 4;

    @Test
    void theOnlyMessageIsGivenUpAfterTwoDeaths() {
        CrashingProgram crashingProgram = new CrashingProgram();
        world.receiver().answer(_ -> crashingProgram.kill());
        world.application().write(1, OutboxWriter.spreadOver(1));
        ConfigText config = world.flowCatalyst().processor("max-retries", String.valueOf(MAX_RETRIES));
        crashingProgram.restartUntil(
                world.outbox()::isSettled,
                MAX_RETRIES + 2 + 1,
                () -> world.launch("victim", config.properties(), Map.of()));

        assertThat(world.receiver().seenWith(OutboxWriter.id(0))).hasSize(MAX_RETRIES + 2);
        assertThat(world.outbox().events("FAILED")).isOne();
    }

    @Test
    void aMessageThatKillsItsSenderEachTimeEndsFailedAndAlone() {
        CrashingProgram crashingProgram = new CrashingProgram();
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.has(KILLER) ? crashingProgram.kill() : ReceiverReply.accept(receivedRequest));
        world.application().write(MESSAGES, OutboxWriter.spreadOver(4));
        ConfigText config = world.flowCatalyst().processor("max-retries", String.valueOf(MAX_RETRIES));
        int starts = crashingProgram.restartUntil(
                world.outbox()::isSettled,
                MOST_DEATHS + 1,
                () -> world.launch("victim", config.properties(), Map.of()));

        List<Integer> sizes = world.receiver().seenWith(KILLER).stream()
                .map(attempt -> attempt.items().size())
                .toList();
        figure("%d starts until the message was given up, in requests of %s".formatted(starts, sizes));
        assertThat(world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'FAILED'"))
                .containsExactly(KILLER);
        assertThat(sizes).hasSizeLessThanOrEqualTo(MOST_DEATHS).endsWith(1);
        assertThat(sizes.subList(0, 2)).as("a first death isolates nothing").allMatch(size -> size > 1);
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count > 0"))
                .isZero();
        world.ledger().assertNothingLostAndInOrder();
    }
}
