package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Groups and messages that wait. */
class PostponedMessagesTest {
    private final PostponedMessages postponed = new PostponedMessages();

    @Test
    void endInTheirTime() {
        postponed.holdGroup("a", 20);
        postponed.holdMessage(message("1", null), 10);

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
        postponed.holdMessage(message("x", null), 20);
        postponed.expire(10);

        assertThat(postponed.holdsGroup("x")).isFalse();
        assertThat(postponed.messages()).containsExactly("x");
    }

    @Test
    void whatIsDueIsNamedOnceTheEarliestFirst() {
        postponed.holdGroup("b", 20);
        postponed.holdGroup("a", 10);
        postponed.holdMessage(message("1", null), 15);
        postponed.holdMessage(message("2", "c"), 30);
        assertThat(postponed.takeDue(10)).isEqualTo(DueRetries.NONE);

        postponed.expire(30);

        assertThat(postponed.takeDue(2))
                .isEqualTo(new DueRetries(List.of("a", "b"), List.of(new UngroupedMessage("1", 2))));
        assertThat(postponed.takeDue(2).groups()).containsExactly("c");
        assertThat(postponed.takeDue(2)).isEqualTo(DueRetries.NONE);
    }

    @Test
    void afterAFailedFetchItIsStillDueUnlessItWaitsAgain() {
        postponed.holdGroup("a", 10);
        postponed.holdGroup("b", 10);
        postponed.expire(10);
        DueRetries due = postponed.takeDue(10);
        postponed.holdGroup("b", 20);

        postponed.putBack(due);

        assertThat(postponed.takeDue(10).groups()).containsExactly("a");
    }

    private static Message message(String id, @Nullable String group) {
        var claim = new Message.Claim(1, Instant.EPOCH);
        return new Message(id, group, 0, "test", Payload.of("{}"), 0, Instant.EPOCH, claim, Suspicion.NONE);
    }
}
