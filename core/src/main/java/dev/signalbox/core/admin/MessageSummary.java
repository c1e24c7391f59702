package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message without its payload.
 *
 * @param attempts deliveries that failed so far
 * @param changedAt when it was claimed, delivered or dead-lettered, as far as its table records that
 * @param lastError why its last attempt failed
 */
public record MessageSummary(
        String id,
        @Nullable String group,
        @Nullable String type,
        MessageState state,
        int attempts,
        @Nullable Instant createdAt,
        @Nullable Instant changedAt,
        @Nullable String lastError) {}
