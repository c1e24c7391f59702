package dev.signalbox.example.notifications.event;

/** A restaurant, a customer or an agency, as named in events. */
public record Party(long id, String name) {}
