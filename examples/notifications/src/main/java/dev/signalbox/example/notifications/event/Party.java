package dev.signalbox.example.notifications.event;

/** A restaurant, a customer or an agency, as events name it. */
public record Party(long id, String name) {}
