package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class BacklogTest extends EndToEndTest {
    @Test
    @Tag("slow")
    void twoHundredThousandRowsDrainInASmallHeap() {
        drain(200_000, 180);
    }

    @Test
    void thirtyThousandRowsDrainInASmallHeap() {
        drain(30_000, 25);
    }

    private void drain(int rows, int atMost) {
        world.writeMany(rows, 1_000);
        SignalboxProcess signalboxProcess = world.launch(
                        "small", world.flowCatalyst().properties(), Map.of("SIGNALBOX_JAVA_OPTS", "-Xmx256m"))
                .awaitReady();
        long begun = System.nanoTime();
        await().atMost(seconds(atMost))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> world.receiver().keptItems() >= rows);
        world.awaitSettled(seconds(10));

        figure("%d rows drained with -Xmx256m at %.0f a second".formatted(rows, rows / secondsSince(begun)));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(signalboxProcess.isAlive()).isTrue();
    }
}
