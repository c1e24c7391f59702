package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import org.jspecify.annotations.Nullable;

/** How messages are written into the body of a request. Payloads that are JSON are never parsed and written again. */
public sealed interface MessageFormat permits PayloadFormat, EnvelopeFormat, CloudEventFormat {
    /** The payload as it is, and an event of a log as an object with the payload as {@code data}. */
    MessageFormat PAYLOAD = new PayloadFormat();

    /** An object with id, type, group and time of the message, and the payload as {@code data}. */
    MessageFormat ENVELOPE = new EnvelopeFormat();

    /** @param array whether the body is an array of messages */
    String contentType(boolean array);

    /** Whether a request for a single message can be that message, instead of an array of one. */
    boolean hasSingleForm();

    /** Whether the id that receivers know a message by is its own, and not one in its payload. */
    boolean showsId();

    /** Why this message cannot be sent; null if it can. */
    @Nullable
    String fault(Message message, JsonCheck check);

    /** Whether the payload follows {@link #open} byte for byte; otherwise it is a part of what that writes. */
    boolean embedsPayload(Message message);

    /** Whether anything is written around the payload. */
    boolean isFramed(Message message);

    /** Writes what precedes the payload. */
    void open(JsonBytes json, Message message);

    /** Writes what follows the payload. */
    void close(JsonBytes json, Message message);

    /** The limits of a request, by the bytes that a message takes in this format. */
    SinkLimits limited(SinkLimits limits);

    /** Why the payload is not one JSON value; null if it is. */
    static @Nullable String jsonFault(Message message, JsonCheck check) {
        String fault = check.fault(message.payload().bytes());
        return fault == null ? null : "the payload is not one valid JSON value: " + fault;
    }
}
