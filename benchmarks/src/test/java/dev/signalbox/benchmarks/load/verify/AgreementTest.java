package dev.signalbox.benchmarks.load.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AgreementTest {
    private static final Map<String, String> TAKEN = Map.of("Ada PENDING", "2 3.50", "Bob CANCELLED", "1 1.00");

    @Test
    void sumsThatBecomeTheSameAgree() throws Exception {
        Agreement agreement = Agreement.await(
                sums(List.of(Map.of(), Map.of("Ada PENDING", "1 1.50"), TAKEN)), Duration.ofSeconds(20), Clock.SYSTEM);
        assertThat(agreement.reached()).isTrue();
        assertThat(agreement.differences()).isEmpty();
    }

    @Test
    void sumsThatStayDifferentAreShownOnBothSides() throws Exception {
        Agreement agreement = Agreement.await(
                sums(List.of(Map.of("Ada PENDING", "3 4.00", "Cy PENDING", "1 1.00"))),
                Duration.ofMillis(1),
                Clock.SYSTEM);
        assertThat(agreement.reached()).isFalse();
        assertThat(agreement.differences())
                .containsExactly(
                        "Ada PENDING: taken 2 3.50, added up 3 4.00",
                        "Bob CANCELLED: taken 1 1.00, added up nothing",
                        "Cy PENDING: taken nothing, added up 1 1.00");
    }

    /** The consumer's side goes through these states, and stays in the last. */
    private static Sums sums(List<Map<String, String>> added) {
        Queue<Map<String, String>> answers = new ArrayDeque<>(added);
        return new Sums() {
            @Override
            public Map<String, String> taken() {
                return TAKEN;
            }

            @Override
            public Map<String, String> added() {
                Map<String, String> next = answers.element();
                if (answers.size() > 1) {
                    answers.remove();
                }
                return next;
            }
        };
    }
}
