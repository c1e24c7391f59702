package dev.signalbox.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the next scan for ungrouped messages begins. */
class UngroupedQueueTest {
    private final UngroupedQueue<String, Integer> queue = new UngroupedQueue<>() {};

    @Test
    void aLookBeginsAtTheOldestAsLongAsMostOfWhatIsThereCanBeClaimed() {
        queue.looked(List.of("a", "b"), 3, 3);

        assertThat(queue.next(_ -> true)).isEqualTo("a");
        assertThat(queue.claimed(false)).isTrue();
        assertThat(queue.start()).isNull();
    }

    @Test
    void aLookGoesOnBehindACrowdOfOthersUntilTheEndAndThenBeginsAnew() {
        queue.looked(List.of("a"), 3, 3);
        assertThat(queue.start()).isEqualTo(3);
        queue.next(_ -> true);

        queue.looked(List.of("b", "c", "d"), 3, 6);
        assertThat(queue.start()).isEqualTo(6);
        assertThat(queue.next(_ -> false)).isNull();

        queue.looked(List.of("e"), 1, null);
        assertThat(queue.start()).isNull();
        assertThat(queue.claimed(false)).as("one waits").isTrue();
        queue.next(_ -> true);
        assertThat(queue.claimed(false)).as("all was seen").isFalse();
    }

    @Test
    void whatWasTriedInVainIsPassedByTheNextLook() {
        queue.looked(List.of("a", "b"), 2, 2);
        queue.next("b"::equals);

        assertThat(queue.claimed(true)).isTrue();
        assertThat(queue.start()).isEqualTo(2);
    }

    @Test
    void whatIsPutBackIsNext() {
        queue.looked(List.of("a", "b"), 2, null);
        queue.putBack(String.valueOf(queue.next(_ -> true)));

        assertThat(queue.next(_ -> true)).isEqualTo("a");
        queue.startOver();
        assertThat(queue.isEmpty()).isTrue();
    }
}
