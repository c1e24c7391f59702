package dev.signalbox.core.source;

import dev.signalbox.core.message.Message;
import java.util.List;

/**
 * What a claim brought.
 *
 * @param messages each group's messages in their order, and always a prefix of what is visible of that group
 * @param more there may be more to claim at once
 */
public record Claimed(List<Message> messages, boolean more) {
    public static final Claimed NOTHING = new Claimed(List.of(), false);

    public Claimed {
        messages = List.copyOf(messages);
    }
}
