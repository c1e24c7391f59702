package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SumComparisonTest {
    private static final Map<String, String> TAKEN = Map.of("Ada PENDING", "2 3.50", "Bob CANCELLED", "1 1.00");

    @Test
    void sumsThatBecomeTheSameAgree() throws Exception {
        SumComparison comparison = SumComparison.await(
                TAKEN,
                consumer(List.of(Map.of(), Map.of("Ada PENDING", "1 1.50"), TAKEN)),
                Duration.ofSeconds(20),
                Clock.SYSTEM);
        assertThat(comparison.equal()).isTrue();
        assertThat(comparison.differences()).isEmpty();
    }

    @Test
    void sumsThatStayDifferentAreShownOnBothSides() throws Exception {
        SumComparison comparison = SumComparison.await(
                TAKEN,
                consumer(List.of(Map.of("Ada PENDING", "3 4.00", "Cy PENDING", "1 1.00"))),
                Duration.ofMillis(1),
                Clock.SYSTEM);
        assertThat(comparison.equal()).isFalse();
        assertThat(comparison.differences())
                .containsExactly(
                        "Ada PENDING: taken 2 3.50, added up 3 4.00",
                        "Bob CANCELLED: taken 1 1.00, added up nothing",
                        "Cy PENDING: taken nothing, added up 1 1.00");
    }

    /** A consumer that passes through these states and stays in the last. */
    private static SumComparison.Reader consumer(List<Map<String, String>> states) {
        Queue<Map<String, String>> answers = new ArrayDeque<>(states);
        return () -> {
            Map<String, String> next = answers.element();
            if (answers.size() > 1) {
                answers.remove();
            }
            return next;
        };
    }
}
