package dev.signalbox.core.source;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * What a claim brought.
 *
 * @param messages each group's messages in their order, and always a prefix of what is visible of that group
 * @param more there may be more to claim at once
 * @param moreOf groups of which there is more, to be claimed when these messages are settled
 * @param heldBack something waits that will be there soon, and nobody tells when: it is to be asked for
 * @param passedOver what was found and needs no delivery
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

    /** The same, and so much that needs no delivery. */
    public ClaimResult with(SkippedMessages over) {
        return new ClaimResult(messages, more, moreOf, heldBack, over);
    }
}
