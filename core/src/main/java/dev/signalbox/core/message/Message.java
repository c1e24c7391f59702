package dev.signalbox.core.message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as claimed from its source.
 *
 * @param id the row's id, the same on every delivery
 * @param group the ordering key, exact to the byte; null if the message is ungrouped
 * @param attempts deliveries that the destination has refused or failed so far
 * @param event its metadata in an event log; null for a row of an outbox table
 * @param outlet the target within its relay, 0 where a relay has one only
 */
public record Message(
        String id,
        @Nullable String group,
        int shard,
        String type,
        Payload payload,
        int attempts,
        Instant createdAt,
        Claim claim,
        Suspicion suspicion,
        @Nullable EventMetadata event,
        Map<String, String> headers,
        long outlet) {

    public Message {
        headers = Map.copyOf(headers);
    }

    /** A message for the only outlet of its relay. */
    public Message(
            String id,
            @Nullable String group,
            int shard,
            String type,
            Payload payload,
            int attempts,
            Instant createdAt,
            Claim claim,
            Suspicion suspicion,
            @Nullable EventMetadata event,
            Map<String, String> headers) {
        this(id, group, shard, type, payload, attempts, createdAt, claim, suspicion, event, headers, 0);
    }

    /** A message without headers that comes from an outbox table. */
    public Message(
            String id,
            @Nullable String group,
            int shard,
            String type,
            Payload payload,
            int attempts,
            Instant createdAt,
            Claim claim,
            Suspicion suspicion) {
        this(id, group, shard, type, payload, attempts, createdAt, claim, suspicion, null, Map.of());
    }

    /** The same message for this outlet. */
    public Message to(long other) {
        return new Message(
                id, group, shard, type, payload, attempts, createdAt, claim, suspicion, event, headers, other);
    }

    public long size() {
        return payload.size();
    }

    /** The bytes of its texts that it keeps in memory, with one byte for each character. */
    public long heldBytes() {
        long bytes = (long) payload.bytes().length + id.length() + type.length();
        bytes += group == null ? 0 : group.length();
        if (!headers.isEmpty()) {
            bytes += textBytes(headers);
        }
        return event == null ? bytes : bytes + textBytes(event.tags());
    }

    /** The characters of these headers. */
    public static long textBytes(Map<String, String> headers) {
        long bytes = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            bytes += header.getKey().length() + header.getValue().length();
        }
        return bytes;
    }

    private static long textBytes(List<String> texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += text.length();
        }
        return bytes;
    }

    /** One claim of a row, numbered within its incarnation, so that a late settlement of an earlier one is recognised. */
    public record Claim(long number, Instant at) {}

    /** The position of an event in its log, the transaction that wrote it, and its tags. */
    public record EventMetadata(long position, long transaction, List<String> tags) {
        public EventMetadata {
            tags = List.copyOf(tags);
        }
    }
}
