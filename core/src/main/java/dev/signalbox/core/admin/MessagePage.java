package dev.signalbox.core.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of messages. It may hold fewer than requested although more exist, because the rows read for one page are
 * limited; {@code next} is null on the last one.
 */
public record MessagePage(
        List<MessageSummary> messages, @Nullable String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }
}
