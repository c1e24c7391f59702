package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How verdicts come to be recorded. */
class SettlerTest {
    private final Settler settler = new Settler(8);

    private void add(int from, int to) {
        for (int i = from; i <= to; i++) {
            var message = new MiniOutbox.Row("_" + i).message();
            settler.add(new Lane(null, 0, 0), new Settlement(message, Verdict.COMPLETE));
        }
    }

    private static List<String> ids(List<Settlement> settlements) {
        return settlements.stream().map(it -> it.message().id()).toList();
    }

    @Test
    void writesOneBatchAtATimeWhileTheNextFills() {
        add(1, 10);
        assertThat(settler.next(0)).hasSize(8);
        assertThat(settler.isDue(0)).isFalse();
        assertThat(settler.dueAt()).isEqualTo(Long.MAX_VALUE);
        add(11, 11);

        assertThat(settler.written()).hasSize(8);
        assertThat(settler.isDue(0)).isTrue();
        assertThat(ids(settler.next(0))).containsExactly("_9", "_10", "_11");
        assertThat(settler.completed()).hasSize(3);
        settler.written();
        assertThat(settler.isIdle()).isTrue();
    }

    @Test
    void waitsLongerWithEachFailureUpToTwoSeconds() {
        add(1, 1);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            settler.next(0);
            settler.failed(0);
            waits.add(Duration.ofNanos(settler.dueAt()).toMillis());
            assertThat(settler.isDue(settler.dueAt() - 1)).isFalse();
        }

        assertThat(waits).containsExactly(100L, 200L, 400L, 800L, 1_600L, 2_000L, 2_000L);
    }

    @Test
    void aRowThatCannotBeWrittenDoesNotHoldUpTheOthersAndNothingIsLost() {
        add(1, 40);
        List<String> written = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 200; i++) {
            now = Math.max(now, settler.dueAt());
            if (ids(settler.next(now)).contains("_3")) {
                settler.failed(now);
            } else {
                settler.written()
                        .forEach(it -> written.add(it.settlement().message().id()));
            }
        }

        assertThat(written).hasSize(39).doesNotHaveDuplicates().doesNotContain("_3");
        assertThat(settler.completed().map(it -> it.id())).containsExactly("_3");
        assertThat(Duration.ofNanos(now)).isLessThan(Duration.ofMinutes(7));
    }
}
