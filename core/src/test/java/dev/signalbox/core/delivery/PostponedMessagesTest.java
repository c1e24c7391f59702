package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Groups and messages that wait. */
class PostponedMessagesTest {
    private final PostponedMessages postponed = new PostponedMessages();

    @Test
    void endInTheirTime() {
        postponed.holdGroup("a", 20);
        postponed.holdMessage("1", 10);

        assertThat(postponed.nextExpiry()).isEqualTo(10);
        assertThat(postponed.expire(9)).isFalse();
        assertThat(postponed.expire(10)).isTrue();
        assertThat(postponed.holdsMessage("1")).isFalse();
        assertThat(postponed.holdsGroup("a")).isTrue();
        assertThat(postponed.expire(20)).isTrue();
        assertThat(postponed.size()).isZero();
        assertThat(postponed.nextExpiry()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsHeldAnewStaysUntilItsNewTime() {
        postponed.holdGroup("a", 10);
        postponed.holdGroup("a", 20);

        assertThat(postponed.expire(10)).isFalse();
        assertThat(postponed.groups()).containsExactly("a");
        assertThat(postponed.expire(20)).isTrue();
        assertThat(postponed.groups()).isEmpty();
    }

    @Test
    void aGroupAndAMessageOfTheSameNameAreTwo() {
        postponed.holdGroup("x", 10);
        postponed.holdMessage("x", 20);
        postponed.expire(10);

        assertThat(postponed.holdsGroup("x")).isFalse();
        assertThat(postponed.messages()).containsExactly("x");
    }
}
