package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Payload;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One row of an in-memory outbox table. */
public final class InMemoryOutboxRow {
    /** The states of a row. */
    public enum Status {
        PENDING,
        PROCESSING,
        COMPLETED,
        FAILED
    }

    /** Order within a group: by time of creation, then by id. */
    static final Comparator<InMemoryOutboxRow> ORDER =
            Comparator.comparing((InMemoryOutboxRow row) -> row.createdAt).thenComparing(row -> row.id);

    public final String id;
    public final @Nullable String group;
    final String type;
    final Payload payload;
    final Instant createdAt;
    public final long outlet;
    Status status = Status.PENDING;
    int retryCount;

    @Nullable
    Instant processedAt;

    @Nullable
    String error;

    public InMemoryOutboxRow(String id, @Nullable String group, String type, Payload payload, Instant createdAt) {
        this(id, group, type, payload, createdAt, 0);
    }

    /** A row for this outlet, which belongs to one shard. */
    public InMemoryOutboxRow(
            String id, @Nullable String group, String type, Payload payload, Instant createdAt, long outlet) {
        this.id = id;
        this.group = group;
        this.type = type;
        this.payload = payload;
        this.createdAt = createdAt;
        this.outlet = outlet;
    }

    public int shard() {
        if (outlet != 0) {
            return Shards.shardOf("outlet " + outlet);
        }
        return Shards.shardOf(group == null ? id : group);
    }

    /** Whether it is delivered or dead-lettered. */
    public boolean isConcluded() {
        return status == Status.COMPLETED || status == Status.FAILED;
    }

    public Status status() {
        return status;
    }

    public int retryCount() {
        return retryCount;
    }

    public @Nullable Instant processedAt() {
        return processedAt;
    }

    public @Nullable String error() {
        return error;
    }
}
