package dev.signalbox.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import org.junit.jupiter.api.Test;

class StateByOwnerTest {
    private final StateByOwner<StringBuilder> kept = new StateByOwner<>(_ -> new StringBuilder());

    @Test
    void aLateCallOfAnEarlierIncarnationFindsItsOwnUntilItIsLongGone() {
        StringBuilder first = kept.of(new Incarnation("0"));
        for (int i = 1; i < 4; i++) {
            assertThat(kept.of(new Incarnation("" + i))).isNotSameAs(first);
        }
        assertThat(kept.of(new Incarnation("0"))).isSameAs(first);

        kept.of(new Incarnation("4"));
        assertThat(kept.of(new Incarnation("0"))).isNotSameAs(first);
    }
}
