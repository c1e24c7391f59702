package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message without its payload; times and error as far as its table records them. */
public record MessageSummary(
        String id,
        @Nullable String group,
        @Nullable String type,
        MessageState state,
        int attempts,
        @Nullable Instant createdAt,
        @Nullable Instant changedAt,
        @Nullable String lastError) {}
