package dev.signalbox.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message to record: {@code Message.builder("order.created").group("order-1").payload("{\"total\": 12}").build()}.
 * Immutable; it may be recorded more than once and, without an id of its own, gets a new id each time.
 */
public final class Message {
    /** The header that {@link Builder#correlationId} sets. */
    public static final String CORRELATION_ID = "correlationId";

    /** The header that {@link Builder#traceparent} sets. */
    public static final String TRACEPARENT = "traceparent";

    private final String type;
    private final @Nullable String id;
    private final @Nullable String group;
    private final @Nullable String aggregateType;
    private final String payload;
    private final int payloadBytes;
    private final Map<String, String> headers;
    private final Map<String, String> tags;

    private Message(Builder from, String payload) {
        this.type = from.type;
        this.id = from.id;
        this.group = from.group;
        this.aggregateType = from.aggregateType;
        this.payload = payload;
        this.payloadBytes = TextRules.utf8Length("the payload", payload);
        this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(from.headers));
        this.tags = Collections.unmodifiableMap(new LinkedHashMap<>(from.tags));
    }

    /** Starts a message of this type. */
    public static Builder builder(String type) {
        return new Builder(type);
    }

    public String type() {
        return type;
    }

    /** The id that the application set; null if {@code record} generates one. */
    public @Nullable String id() {
        return id;
    }

    /** The ordering key; null if the message is ungrouped. */
    public @Nullable String group() {
        return group;
    }

    public @Nullable String aggregateType() {
        return aggregateType;
    }

    public String payload() {
        return payload;
    }

    /** The payload's size as UTF-8. */
    public int payloadBytes() {
        return payloadBytes;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public Map<String, String> tags() {
        return tags;
    }

    /** Omits the payload: it may be long, and does not belong in logs. */
    @Override
    public String toString() {
        return "Message[type=" + type + ", id=" + id + ", group=" + group + ", " + payloadBytes + " bytes]";
    }

    /** Builds a message, and rejects at once what no database could store. */
    public static final class Builder {
        private final String type;
        private @Nullable String id;
        private @Nullable String group;
        private @Nullable String aggregateType;
        private @Nullable String payload;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<String, String> tags = new LinkedHashMap<>();

        private Builder(String type) {
            this.type = TextRules.word("the type", type);
        }

        /** Sets the id. Ids must be unique and ascend with time. */
        public Builder id(String id) {
            this.id = TextRules.word("the id", id);
            return this;
        }

        /** Sets the ordering key, such as the id of an order: messages of a group are delivered in order. */
        public Builder group(String group) {
            this.group = TextRules.word("the group", group);
            return this;
        }

        /** Sets the type of the group's aggregate, such as {@code Order}. */
        public Builder aggregateType(String aggregateType) {
            this.aggregateType = TextRules.word("the aggregate type", aggregateType);
            return this;
        }

        /** Sets the content, as JSON. */
        public Builder payload(String json) {
            this.payload = Objects.requireNonNull(json, "payload");
            return this;
        }

        /** Sets the content, as JSON in UTF-8. */
        public Builder payload(byte[] json) {
            try {
                this.payload = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(json))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new MessageRefusedException("the payload is not UTF-8; give JSON text in that encoding", e);
            }
            return this;
        }

        /** Adds a header, if the layout has a column for headers. */
        public Builder header(String name, String value) {
            headers.put(TextRules.headerName(name), TextRules.headerValue(name, value));
            return this;
        }

        public Builder headers(Map<String, String> more) {
            more.forEach(this::header);
            return this;
        }

        public Builder correlationId(String correlationId) {
            return header(CORRELATION_ID, correlationId);
        }

        /** Sets the trace context in W3C format: {@code 00-<trace id>-<span id>-01}. */
        public Builder traceparent(String traceparent) {
            return header(TRACEPARENT, traceparent);
        }

        /** Adds a tag by which topics of a log select events; only {@link Layout#signalboxLog()} has a column for it. */
        public Builder tag(String key, String value) {
            if (TextRules.word("a tag's key", key).indexOf('=') >= 0 || key.equals("id")) {
                throw new MessageRefusedException(
                        "a tag's key is '" + key + "'; it must have no '=', and 'id' is the message's id already");
            }
            tags.put(key, TextRules.storable("the tag " + key, value));
            return this;
        }

        public Message build() {
            if (payload == null) {
                throw new MessageRefusedException(
                        "the message '" + type + "' has no payload; give it one, '{}' at least");
            }
            return new Message(this, payload);
        }
    }
}
