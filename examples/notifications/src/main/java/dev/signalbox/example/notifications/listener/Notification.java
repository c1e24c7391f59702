package dev.signalbox.example.notifications.listener;

import java.time.Instant;

/** A notification to a user by one channel. */
public record Notification(
        long id, String eventId, String channel, String eventType, String title, String body, Instant createdAt) {}
