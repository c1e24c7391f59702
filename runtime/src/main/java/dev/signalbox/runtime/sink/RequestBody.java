package dev.signalbox.runtime.sink;

/** What is sent of a message by the types that speak HTTP. */
public enum RequestBody {
    /** The payload, byte for byte. */
    PAYLOAD,
    /** A JSON object with id, type, group and time of the message, and the payload as data. */
    ENVELOPE,
    /** A CloudEvent in structured mode. */
    CLOUD_EVENTS
}
