package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Groups and messages that wait. */
class HoldsTest {
    private final Holds holds = new Holds();

    @Test
    void endInTheirTime() {
        holds.holdGroup("a", 20);
        holds.holdMessage("1", 10);

        assertThat(holds.nextExpiry()).isEqualTo(10);
        assertThat(holds.expire(9)).isFalse();
        assertThat(holds.expire(10)).isTrue();
        assertThat(holds.holdsMessage("1")).isFalse();
        assertThat(holds.holdsGroup("a")).isTrue();
        assertThat(holds.expire(20)).isTrue();
        assertThat(holds.size()).isZero();
        assertThat(holds.nextExpiry()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsHeldAnewStaysUntilItsNewTime() {
        holds.holdGroup("a", 10);
        holds.holdGroup("a", 20);

        assertThat(holds.expire(10)).isFalse();
        assertThat(holds.groups()).containsExactly("a");
        assertThat(holds.expire(20)).isTrue();
        assertThat(holds.groups()).isEmpty();
    }

    @Test
    void aGroupAndAMessageOfTheSameNameAreTwo() {
        holds.holdGroup("x", 10);
        holds.holdMessage("x", 20);
        holds.expire(10);

        assertThat(holds.holdsGroup("x")).isFalse();
        assertThat(holds.messages()).containsExactly("x");
    }
}
