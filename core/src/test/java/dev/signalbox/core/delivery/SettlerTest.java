package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How verdicts are recorded. */
class SettlerTest {
    private final Settler settler = new Settler(8);

    private void add(int from, int to) {
        for (int i = from; i <= to; i++) {
            var message = new MiniOutbox.Row("_" + i).message();
            settler.add(new Lane(OutletFixtures.outlet(), null, 0, 0), new Settlement(message, Verdict.COMPLETE));
        }
    }

    private static List<String> ids(Settler.Write write) {
        return write.settlements().stream().map(it -> it.message().id()).toList();
    }

    @Test
    void aSmallBatchWaitsWhileAnotherIsWritten() {
        add(1, 10);
        Settler.Write first = settler.next(0);
        assertThat(ids(first)).hasSize(8);
        assertThat(settler.isDue(0)).isFalse();
        assertThat(settler.dueAt()).isEqualTo(Long.MAX_VALUE);
        add(11, 11);

        assertThat(settler.written(first.number())).hasSize(8);
        assertThat(settler.isDue(0)).isTrue();
        Settler.Write second = settler.next(0);
        assertThat(ids(second)).containsExactly("_9", "_10", "_11");
        assertThat(settler.completed()).hasSize(3);
        settler.written(second.number());
        assertThat(settler.isIdle()).isTrue();
    }

    @Test
    void aLargeBatchIsWrittenBesideAnotherAndNoThirdBesideThem() {
        add(1, 12);
        Settler.Write first = settler.next(0);
        Settler.Write second = settler.next(0);
        add(13, 30);

        assertThat(ids(second)).containsExactly("_9", "_10", "_11", "_12");
        assertThat(settler.isDue(0)).isFalse();
        assertThat(settler.written(second.number()))
                .extracting(it -> it.settlement().message().id())
                .containsExactly("_9", "_10", "_11", "_12");
        assertThat(settler.isDue(0)).isTrue();
        assertThat(settler.isIdle()).isFalse();
        assertThat(settler.completed()).hasSize(26);
        assertThat(settler.written(first.number())).hasSize(8);
    }

    @Test
    void afterAFailureOneIsWrittenAtATimeUntilItHasGoneWell() {
        add(1, 24);
        Settler.Write first = settler.next(0);
        Settler.Write second = settler.next(0);
        settler.failed(second.number(), 0);
        long later = Duration.ofSeconds(1).toNanos();

        assertThat(settler.isDue(later)).isFalse();
        settler.written(first.number());
        assertThat(settler.isDue(0))
                .as("the first one began before the failure")
                .isFalse();
        Settler.Write part = settler.next(later);
        assertThat(ids(part)).hasSize(4);
        assertThat(settler.isDue(later)).isFalse();
        settler.written(part.number());
        assertThat(ids(settler.next(later))).hasSize(8);
        assertThat(settler.isDue(later)).isTrue();
    }

    @Test
    void anAnswerToWhatWasForgottenMeansNothing() {
        add(1, 3);
        Settler.Write write = settler.next(0);
        settler.clear();
        add(4, 4);

        assertThat(settler.written(write.number())).isEmpty();
        assertThat(ids(settler.next(0))).containsExactly("_4");
    }

    @Test
    void waitsLongerWithEachFailureUpToTwoSeconds() {
        add(1, 1);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            settler.failed(settler.next(0).number(), 0);
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
            Settler.Write write = settler.next(now);
            if (ids(write).contains("_3")) {
                settler.failed(write.number(), now);
            } else {
                settler.written(write.number())
                        .forEach(it -> written.add(it.settlement().message().id()));
            }
        }

        assertThat(written).hasSize(39).doesNotHaveDuplicates().doesNotContain("_3");
        assertThat(settler.completed().map(it -> it.id())).containsExactly("_3");
        assertThat(Duration.ofNanos(now)).isLessThan(Duration.ofMinutes(7));
    }
}
