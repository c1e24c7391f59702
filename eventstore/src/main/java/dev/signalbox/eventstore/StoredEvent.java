package dev.signalbox.eventstore;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event of the log.
 *
 * @param type what happened
 * @param tags what it is about
 * @param data its content, one JSON value
 * @param transactionId the transaction that appended it
 * @param position its place in the log; higher does not always mean committed later
 * @param occurredAt when it was appended, by the database's clock
 */
public record StoredEvent(
        String type, List<Tag> tags, String data, long transactionId, long position, Instant occurredAt) {
    public StoredEvent {
        tags = List.copyOf(tags);
    }

    /** The first value of a tag, if the event has it. */
    public Optional<String> tag(String key) {
        return tags.stream()
                .filter(tag -> tag.key().equals(key))
                .map(Tag::value)
                .findFirst();
    }

    public boolean hasTag(String key, String value) {
        return tags.contains(new Tag(key, value));
    }
}
