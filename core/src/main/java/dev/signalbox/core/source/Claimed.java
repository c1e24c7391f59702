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
 */
public record Claimed(List<Message> messages, boolean more, Set<String> moreOf, boolean heldBack) {
    public static final Claimed NOTHING = new Claimed(List.of(), false);

    public Claimed {
        messages = List.copyOf(messages);
        moreOf = Set.copyOf(moreOf);
    }

    public Claimed(List<Message> messages, boolean more, Set<String> moreOf) {
        this(messages, more, moreOf, false);
    }

    public Claimed(List<Message> messages, boolean more) {
        this(messages, more, Set.of());
    }
}
