package dev.signalbox.core.source;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * The result of a claim.
 *
 * @param messages each group's messages in order, and always a prefix of what is visible of that group
 * @param more there may be more to claim at once
 * @param moreOf groups that have more, to be claimed when these messages are settled
 * @param heldBack messages will become visible soon without a wake-up, so polling must go on
 */
public record ClaimResult(
        List<Message> messages, boolean more, Set<String> moreOf, boolean heldBack, SkippedMessages passedOver) {
    public static final ClaimResult NOTHING = new ClaimResult(List.of(), false);

    public ClaimResult {
        messages = List.copyOf(messages);
        moreOf = Set.copyOf(moreOf);
    }

    public ClaimResult(List<Message> messages, boolean more, Set<String> moreOf, boolean heldBack) {
        this(messages, more, moreOf, heldBack, SkippedMessages.NOTHING);
    }

    public ClaimResult(List<Message> messages, boolean more, Set<String> moreOf) {
        this(messages, more, moreOf, false);
    }

    public ClaimResult(List<Message> messages, boolean more) {
        this(messages, more, Set.of());
    }

    /** The same, with messages that need no delivery. */
    public ClaimResult with(SkippedMessages over) {
        return new ClaimResult(messages, more, moreOf, heldBack, over);
    }
}
