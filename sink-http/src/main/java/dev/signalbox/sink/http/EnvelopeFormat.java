package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.json.MessageEnvelope;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import org.jspecify.annotations.Nullable;

/** Each message in its {@link MessageEnvelope}. */
record EnvelopeFormat() implements MessageFormat {
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
        return true;
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
        return true;
    }

    @Override
    public void open(JsonBytes json, Message message) {
        MessageEnvelope.open(json, message);
    }

    @Override
    public void close(JsonBytes json, Message message) {
        MessageEnvelope.close(json);
    }

    @Override
    public SinkLimits limited(SinkLimits limits) {
        return limits.sizedBy(message -> message.size() + MessageEnvelope.size(message));
    }
}
