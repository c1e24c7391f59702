package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogOrderOracleTest {
    private static final List<LogWriters.CommittedTransaction> WRITTEN = List.of(
            new LogWriters.CommittedTransaction(0, 10, List.of(1L, 2L)),
            new LogWriters.CommittedTransaction(5, 30, List.of(3L)),
            new LogWriters.CommittedTransaction(20, 25, List.of(4L)));

    @Test
    void whatOverlappedMayComeInEitherOrder() {
        assertThat(order(1, 2, 4, 3).assertNothingLostAndInOrder().repeated()).isEmpty();
        assertThat(order(3, 1, 2, 4).assertNothingLostAndInOrder().arrived()).isEqualTo(4);
    }

    @Test
    void aRepetitionBreaksNoOrder() {
        assertThat(order(1, 2, 4, 1, 3).assertNothingLostAndInOrder().repeated())
                .containsExactly(1L);
    }

    @Test
    void whatOvertakesAnEarlierTransactionIsFound() {
        assertThatThrownBy(() -> order(1, 4, 2, 3).assertNothingLostAndInOrder())
                .hasMessageContaining("order violations")
                .hasMessageContaining("4 came before");
    }

    @Test
    void disorderWithinATransactionIsFound() {
        assertThatThrownBy(() -> order(2, 1, 3, 4).assertNothingLostAndInOrder())
                .hasMessageContaining("order violations");
    }

    @Test
    void whatIsLostOrWasNeverWrittenIsFound() {
        assertThat(order(1, 2, 4).isComplete()).isFalse();
        assertThatThrownBy(() -> order(1, 2, 4).assertNothingLostAndInOrder()).hasMessageContaining("lost");
        assertThatThrownBy(() -> order(1, 2, 3, 4, 5).assertNothingLostAndInOrder())
                .hasMessageContaining("no more");
    }

    private static LogOrderOracle order(long... arrived) {
        return new LogOrderOracle(WRITTEN, Arrays.stream(arrived).boxed().toList());
    }
}
