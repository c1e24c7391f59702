package dev.signalbox.core.message;

import java.util.List;

/**
 * Where an event stands in its log, and what it is tagged with.
 *
 * @param transaction the number of the transaction that wrote it
 * @param tags as the application wrote them: {@code key=value}, or a key alone
 */
public record EventMetadata(long position, long transaction, List<String> tags) {
    public EventMetadata {
        tags = List.copyOf(tags);
    }
}
