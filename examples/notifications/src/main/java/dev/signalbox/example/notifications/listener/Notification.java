package dev.signalbox.example.notifications.listener;

import java.time.Instant;

/** Something that a user is told by one channel. */
public record Notification(
        long id, String eventId, String channel, String eventType, String title, String body, Instant createdAt) {}
