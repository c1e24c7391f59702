package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of Catbox's table; a dead letter is claimed until far in the future. */
public record OutboxEvent(
        String id,
        boolean numbered,
        @Nullable String aggregateType,
        @Nullable String aggregateId,
        @Nullable String eventType,
        @Nullable String correlationId,
        MessageDetails.PayloadText payload,
        @Nullable Instant createdAt,
        @Nullable Instant sentAt,
        @Nullable Instant inProgressUntil,
        MessageState state,
        int attempts,
        @Nullable String lastError) {}
