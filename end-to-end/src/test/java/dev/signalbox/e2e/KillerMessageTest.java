package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KillerMessageTest extends EndToEndTest {
    private static final String KILLER = Application.id(25);

    @Test
    void aMessageThatKillsItsSenderEachTimeEndsFailedAndAlone() {
        var sender = new AtomicReference<@Nullable Program>();
        world.receiver().answer(arrival -> answerOrKill(arrival, sender));
        world.application().write(60, Application.spreadOver(6));
        ConfigText config = world.seedZero().processor("max-retries", "1");
        int starts = 0;
        while (!world.outbox().isSettled()) {
            starts++;
            assertThat(starts).as("starts that were needed").isLessThanOrEqualTo(6);
            Program program = world.launch("victim", config.properties(), Map.of());
            sender.set(program);
            await().atMost(seconds(25))
                    .until(() -> !program.isAlive() || world.outbox().isSettled());
        }

        figure("%d starts until the message was given up".formatted(starts));
        assertThat(world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'FAILED'"))
                .containsExactly(KILLER);
        List<Arrival> attempts = world.receiver().seenWith(KILLER);
        assertThat(attempts.getLast().items()).hasSize(1);
        assertThat(attempts.stream().filter(attempt -> attempt.items().size() == 1))
                .as(
                        "one in a request of its own beside others, and the two that max-retries allows with nothing else in flight")
                .hasSize(3);
        assertThat(world.outbox().count(Outbox.EVENTS, "status = 'COMPLETED' AND retry_count > 0"))
                .isZero();
        world.ledger().assertNothingLostAndInOrder();
    }

    private static Reply answerOrKill(Arrival arrival, AtomicReference<@Nullable Program> sender) {
        Program program = sender.get();
        if (!arrival.has(KILLER) || program == null) {
            return Reply.accept(arrival);
        }
        Signals.send("KILL", program.pid());
        return new Reply.Drop();
    }
}
