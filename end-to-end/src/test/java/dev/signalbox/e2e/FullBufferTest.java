package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FullBufferTest extends EndToEndTest {
    private static final int BUFFER = 400;

    @Test
    void nothingIsClaimedThatCannotBeHeld() {
        world.writeMany(20_000, 200);
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(700)));
        SignalboxProcess signalboxProcess =
                world.leader(world.own().relay("buffer.messages", Integer.toString(BUFFER)));

        var most = new AtomicLong();
        await().during(seconds(5))
                .atMost(seconds(8))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    long held = world.outbox().events("PROCESSING");
                    most.accumulateAndGet(held, Math::max);
                    return held <= BUFFER;
                });
        assertThat(signalboxProcess.metric("signalbox_relay_held_messages", "events"))
                .isLessThanOrEqualTo(BUFFER);
        figure("at most %d of 20,000 rows held with a buffer of %d".formatted(most.get(), BUFFER));
        assertThat(most.get()).as("the buffer is used").isGreaterThan(BUFFER / 2);

        world.receiver().accept();
        long begun = System.nanoTime();
        long before = world.outbox().events("COMPLETED");
        world.awaitSettled(seconds(25));
        figure("drained %.0f a second".formatted((20_000 - before) / secondsSince(begun)));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }
}
