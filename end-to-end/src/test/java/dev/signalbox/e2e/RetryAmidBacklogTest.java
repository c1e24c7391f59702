package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What does not wait for its turn in a long backlog. */
@Tag("slow")
class RetryAmidBacklogTest extends EndToEndTest {
    private static final int ROWS = 1_000_000;

    @Test
    void aRetryAndALateRowDoNotWaitForAMillionRows() {
        AtomicBoolean refused = new AtomicBoolean();
        String bad = OutboxWriter.id(1);
        world.receiver()
                .answer(request -> request.has(bad) && refused.compareAndSet(false, true)
                        ? refusing(bad, request)
                        : ReceiverReply.accept(request));
        world.writeMany(ROWS, ROWS);
        world.leader(world.own().relay("retry.jitter", "0"));
        await().atMost(seconds(60)).until(() -> world.receiver().seenWith(bad).size() == 1);
        world.application().write(1, _ -> "a group in front of all others");
        String late = OutboxWriter.id(ROWS);
        long written = System.nanoTime();

        await().atMost(seconds(60)).until(() -> !world.receiver().seenWith(late).isEmpty());
        double lateAfter = secondsSince(written);
        await().atMost(seconds(60)).until(() -> world.receiver().seenWith(bad).size() == 2);

        List<ReceivedRequest> attempts = world.receiver().seenWith(bad);
        double retried = (attempts.getLast().at() - attempts.getFirst().at()) / 1e9;
        figure(
                "amid %d rows a retry due in 1 s came after %.2f s, a late row after %.2f s; %d rows were delivered by then"
                        .formatted(ROWS, retried, lateAfter, world.receiver().keptItems()));
        assertThat(Duration.ofMillis((long) (retried * 1000))).isLessThan(seconds(3));
        assertThat(world.receiver().keptItems()).as("the backlog is not over").isLessThan(ROWS);
    }

    private static ReceiverReply refusing(String bad, ReceivedRequest request) {
        return ReceiverReply.body(
                200,
                request.items().stream()
                        .map(item -> "{\"id\":\"%s\",\"status\":%d}"
                                .formatted(item.id(), item.id().equals(bad) ? 500 : 201))
                        .collect(Collectors.joining(",", "{\"results\":[", "]}")));
    }
}
