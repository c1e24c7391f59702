package dev.signalbox.core.message;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as claimed from its source.
 *
 * @param id the row's id, the same on every delivery
 * @param group the ordering key, exact to the byte; null if the message is ungrouped
 * @param attempts deliveries that the destination has refused or failed so far
 * @param event its metadata in an event log; null for a row of an outbox table
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
        Map<String, String> headers) {

    public Message {
        headers = Map.copyOf(headers);
    }

    /** A message without headers. */
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
            @Nullable EventMetadata event) {
        this(id, group, shard, type, payload, attempts, createdAt, claim, suspicion, event, Map.of());
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
        this(id, group, shard, type, payload, attempts, createdAt, claim, suspicion, null);
    }

    public long size() {
        return payload.size();
    }
}
