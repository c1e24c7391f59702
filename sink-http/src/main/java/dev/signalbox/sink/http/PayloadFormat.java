package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.json.TagsJson;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Nothing but the payload; for an event of a log, an object with its position, transaction, type, tags and time. */
record PayloadFormat() implements MessageFormat {
    private static final byte[] POSITION = ascii("{\"position\":");
    private static final byte[] TRANSACTION = ascii(",\"transactionId\":\"");
    private static final byte[] TYPE = ascii("\",\"type\":");
    private static final byte[] TAGS = ascii(",\"tags\":");
    private static final byte[] DATA = ascii(",\"data\":");
    private static final byte[] OCCURRED_AT = ascii(",\"occurredAt\":");

    @Override
    public String contentType(boolean array) {
        return "application/json";
    }

    @Override
    public boolean hasSingleForm() {
        return false;
    }

    @Override
    public boolean showsId() {
        return false;
    }

    @Override
    public @Nullable String fault(Message message, JsonCheck check) {
        return MessageFormat.jsonFault(message, check);
    }

    @Override
    public boolean embedsPayload(Message message) {
        return true;
    }

    @Override
    public boolean isFramed(Message message) {
        return message.event() != null;
    }

    @Override
    public void open(JsonBytes json, Message message) {
        EventMetadata event = message.event();
        if (event == null) {
            return;
        }
        json.put(POSITION);
        json.number(event.position());
        json.put(TRANSACTION);
        json.unsigned(event.transaction());
        json.put(TYPE);
        json.string(message.type());
        json.put(TAGS);
        TagsJson.write(json, event.tags());
        json.put(DATA);
    }

    @Override
    public void close(JsonBytes json, Message message) {
        if (message.event() != null) {
            json.put(OCCURRED_AT);
            json.instant(message.createdAt());
            json.put('}');
        }
    }

    @Override
    public SinkLimits limited(SinkLimits limits) {
        return limits;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
