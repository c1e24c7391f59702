package dev.signalbox.core.message;

import java.util.List;

/** The position of an event in its log, the transaction that wrote it, and its tags. */
public record EventMetadata(long position, long transaction, List<String> tags) {
    public EventMetadata {
        tags = List.copyOf(tags);
    }
}
