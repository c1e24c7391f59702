package dev.signalbox.example.notifications.event;

/** What can have happened. */
public enum EventType {
    RESERVATION_REQUESTED,
    RESERVATION_CONFIRMED,
    RESERVATION_CANCELLED,
    ORDER_CREATED
}
