package dev.signalbox.core.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of messages. It may hold fewer than requested, or none, although more exist, because the rows read for one
 * page are limited.
 *
 * @param next where the next page begins, null if this is the last
 */
public record MessagePage(
        List<MessageSummary> messages, @Nullable String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }
}
