package dev.signalbox.core.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages. A page may have fewer than were asked for, or none, although there are more: only so many rows are looked
 * at for one page.
 *
 * @param next where the next page begins, null if this is the last
 */
public record MessagePage(
        List<MessageSummary> messages, @Nullable String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }
}
