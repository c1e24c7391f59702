package dev.signalbox.postgres.table;

import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row that was read.
 *
 * @param size of its payload as far as it is to be held in memory
 * @param content null if it is to be read when the row is handed out
 */
record Row(
        RowKey key,
        String id,
        @Nullable String group,
        long size,
        @Nullable Content content) {
    /** What is only needed to send it. */
    record Content(String type, Payload payload, int attempts, Instant createdAt, Map<String, String> headers) {}

    /** A message that comes back, with so many attempts. */
    static Row of(Message message, RowKey key, int attempts) {
        Content content =
                new Content(message.type(), message.payload(), attempts, message.createdAt(), message.headers());
        return new Row(key, message.id(), message.group(), message.payload().bytes().length, content);
    }

    Row withoutContent() {
        return new Row(key, id, group, size, null);
    }

    /** What the row takes of a cache. */
    long cost() {
        return content == null ? 0 : content.payload().bytes().length;
    }

    static Message message(Row row, Content content, Claim claim, Suspicion suspicion) {
        return new Message(
                row.id,
                row.group,
                row.key.shard(),
                content.type(),
                content.payload(),
                content.attempts(),
                content.createdAt(),
                claim,
                suspicion,
                null,
                content.headers());
    }
}
