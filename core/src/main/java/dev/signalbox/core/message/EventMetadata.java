package dev.signalbox.core.message;

import java.util.List;

/**
 * The position of an event in its log, and its tags.
 *
 * @param transaction the number of the transaction that wrote it
 * @param tags as the application wrote them: {@code key=value}, or a key alone
 */
public record EventMetadata(long position, long transaction, List<String> tags) {
    public EventMetadata {
        tags = List.copyOf(tags);
    }
}
