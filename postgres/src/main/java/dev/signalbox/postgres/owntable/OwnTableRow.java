package dev.signalbox.postgres.owntable;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as read from the table.
 *
 * @param size the memory for its payload and headers
 * @param content null if it is read only when the row is handed out
 */
record OwnTableRow(
        RowKey key,
        String id,
        @Nullable String group,
        long size,
        @Nullable RowContent content) {
    /** The columns that are needed only for sending. */
    record RowContent(String type, Payload payload, int attempts, Instant createdAt, Map<String, String> headers) {
        long bytes() {
            return payload.bytes().length + Message.textBytes(headers);
        }
    }

    /** A message that waits again, with this number of attempts. */
    static OwnTableRow of(Message message, RowKey key, int attempts) {
        RowContent content =
                new RowContent(message.type(), message.payload(), attempts, message.createdAt(), message.headers());
        return new OwnTableRow(key, message.id(), message.group(), content.bytes(), content);
    }

    OwnTableRow withoutContent() {
        return new OwnTableRow(key, id, group, size, null);
    }

    /** The row's share of the buffer's byte limit. */
    long cost() {
        return content == null ? 0 : content.bytes();
    }

    static Message message(OwnTableRow row, RowContent content, Claim claim, Suspicion suspicion) {
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
