package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import java.util.List;

/**
 * The result of one claim statement.
 *
 * @param number of the claim
 * @param owned false if the owner is fenced
 * @param passedOver selected messages that must not be delivered
 */
public record ClaimStatementResult(long number, boolean owned, List<Message> messages, SkippedMessages passedOver) {
    static final ClaimStatementResult NOTHING = new ClaimStatementResult(0, true, List.of(), SkippedMessages.NOTHING);

    boolean hasUngrouped() {
        return messages.stream().anyMatch(message -> message.group() == null);
    }

    long countOf(String group) {
        return messages.stream()
                .filter(message -> group.equals(message.group()))
                .count();
    }
}
