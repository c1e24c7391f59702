package dev.signalbox.example.notifications.event;

/** The types of events. */
public enum EventType {
    RESERVATION_REQUESTED,
    RESERVATION_CONFIRMED,
    RESERVATION_CANCELLED,
    ORDER_CREATED
}
