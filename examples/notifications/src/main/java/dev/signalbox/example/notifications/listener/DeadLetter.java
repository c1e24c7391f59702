package dev.signalbox.example.notifications.listener;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message that its listener rejected into the dead-letter queue. */
public record DeadLetter(String queue, @Nullable String eventId, String reason, Instant since) {}
