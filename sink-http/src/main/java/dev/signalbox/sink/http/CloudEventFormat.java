package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * CloudEvents 1.0 in structured mode. The group is the extension {@code partitionkey}.
 *
 * @param source where the events come from; together with the id it identifies an event
 * @param contentType of payloads, unless a message has a header {@code content-type}
 */
public record CloudEventFormat(String source, String contentType) implements MessageFormat {
    private static final String CONTENT_TYPE = "content-type";
    private static final byte[] ID = ascii("{\"specversion\":\"1.0\",\"id\":");
    private static final byte[] SOURCE = ascii(",\"source\":");
    private static final byte[] TYPE = ascii(",\"type\":");
    private static final byte[] TIME = ascii(",\"time\":");
    private static final byte[] GROUP = ascii(",\"partitionkey\":");
    private static final byte[] DATA_CONTENT_TYPE = ascii(",\"datacontenttype\":");
    private static final byte[] DATA = ascii(",\"data\":");
    private static final byte[] DATA_BASE64 = ascii(",\"data_base64\":\"");
    private static final int LONGEST_TIME = "\"2026-03-01T12:00:00.123456789Z\"".length();

    /** The bytes of an event without its texts. */
    private static final int FRAME = ID.length
            + SOURCE.length
            + TYPE.length
            + TIME.length
            + LONGEST_TIME
            + GROUP.length
            + DATA_CONTENT_TYPE.length
            + DATA_BASE64.length
            + "\"}".length();

    /** @throws IllegalArgumentException if the source is not a URI or a relative reference */
    public CloudEventFormat {
        if (source.isEmpty()) {
            throw new IllegalArgumentException("cloud-events.source is empty: say what the events come from");
        }
        try {
            URI.create(source);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cloud-events.source " + source + " is no URI: " + e.getMessage(), e);
        }
    }

    @Override
    public String contentType(boolean array) {
        return array ? "application/cloudevents-batch+json" : "application/cloudevents+json";
    }

    @Override
    public boolean hasSingleForm() {
        return true;
    }

    @Override
    public boolean showsId() {
        return true;
    }

    @Override
    public @Nullable String fault(Message message, JsonCheck check) {
        if (message.id().isEmpty() || message.type().isEmpty()) {
            return "a CloudEvent needs an id and a type, and one of them is empty";
        }
        return embedsPayload(message) ? MessageFormat.jsonFault(message, check) : null;
    }

    /** Whether the payload is declared as JSON; any other is sent as {@code data_base64}. */
    @Override
    public boolean embedsPayload(Message message) {
        return isJson(contentTypeOf(message));
    }

    private String contentTypeOf(Message message) {
        return message.headers().getOrDefault(CONTENT_TYPE, contentType);
    }

    /** Creates no strings, because it is called several times for each message. */
    private static boolean isJson(String contentType) {
        int parameters = contentType.indexOf(';');
        int end = parameters < 0 ? contentType.length() : parameters;
        while (end > 0 && contentType.charAt(end - 1) == ' ') {
            end--;
        }
        return contentType.regionMatches(true, end - 5, "/json", 0, 5)
                || contentType.regionMatches(true, end - 5, "+json", 0, 5);
    }

    @Override
    public boolean isFramed(Message message) {
        return true;
    }

    @Override
    public void open(JsonBytes json, Message message) {
        json.put(ID);
        json.string(message.id());
        json.put(SOURCE);
        json.string(source);
        json.put(TYPE);
        json.string(message.type());
        json.put(TIME);
        json.instant(message.createdAt());
        String group = groupOf(message);
        if (!group.isEmpty()) {
            json.put(GROUP);
            json.string(group);
        }
        json.put(DATA_CONTENT_TYPE);
        json.string(contentTypeOf(message));
        if (embedsPayload(message)) {
            json.put(DATA);
        } else {
            json.put(DATA_BASE64);
            json.put(Base64.getEncoder().encode(message.payload().bytes()));
            json.put('"');
        }
    }

    /** Empty if there is none: an attribute of a CloudEvent has some text, or is left out. */
    private static String groupOf(Message message) {
        return message.group() == null ? "" : message.group();
    }

    @Override
    public void close(JsonBytes json, Message message) {
        json.put('}');
    }

    @Override
    public SinkLimits limited(SinkLimits limits) {
        return limits.sizedBy(this::sizeOf);
    }

    private long sizeOf(Message message) {
        long size = FRAME
                + JsonBytes.sizeOf(message.id())
                + JsonBytes.sizeOf(source)
                + JsonBytes.sizeOf(message.type())
                + JsonBytes.sizeOf(contentTypeOf(message))
                + JsonBytes.sizeOf(groupOf(message));
        return size + (embedsPayload(message) ? message.size() : (message.size() + 2) / 3 * 4);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
