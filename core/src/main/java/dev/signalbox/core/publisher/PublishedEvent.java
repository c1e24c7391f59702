package dev.signalbox.core.publisher;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event as a publisher gets it. Its string form does not show its data.
 *
 * @param position its position in the log; the same each time it comes
 * @param transactionId the number of the transaction that wrote it
 * @param tags as the application wrote them: {@code key=value}, or a key alone
 * @param payload the data as bytes
 */
public record PublishedEvent(
        long position, String transactionId, String type, List<String> tags, Payload payload, Instant occurredAt) {
    public PublishedEvent {
        tags = List.copyOf(tags);
    }

    /** An event whose data is a string, as in tests. */
    public PublishedEvent(
            long position, String transactionId, String type, List<String> tags, String data, Instant occurredAt) {
        this(position, transactionId, type, tags, Payload.of(data), occurredAt);
    }

    static PublishedEvent of(Message message, EventMetadata eventMetadata) {
        return new PublishedEvent(
                eventMetadata.position(),
                Long.toUnsignedString(eventMetadata.transaction()),
                message.type(),
                eventMetadata.tags(),
                message.payload(),
                message.createdAt());
    }

    /** The data as text, JSON as the application wrote it. Decoded on each call. */
    public String data() {
        return payload.utf8();
    }

    /** The value of the first tag with this key; an empty string if that is a key alone. */
    public Optional<String> tag(String key) {
        for (String tag : tags) {
            if (hasKey(tag, key)) {
                return Optional.of(value(tag, key));
            }
        }
        return Optional.empty();
    }

    /** The values of all tags with this key, in order. */
    public List<String> tagValues(String key) {
        return tags.stream()
                .filter(tag -> hasKey(tag, key))
                .map(tag -> value(tag, key))
                .toList();
    }

    private static boolean hasKey(String tag, String key) {
        int equals = tag.indexOf('=');
        return tag.startsWith(key) && (equals < 0 ? tag.length() : equals) == key.length();
    }

    private static String value(String tag, String key) {
        return tag.substring(Math.min(key.length() + 1, tag.length()));
    }
}
