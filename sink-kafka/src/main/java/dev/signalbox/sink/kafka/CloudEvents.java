package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.common.header.Headers;

/** Turns records into CloudEvents 1.0 in binary mode; a message's own content-type header takes precedence. */
public record CloudEvents(String source, String contentType) {
    static final String CONTENT_TYPE = "content-type";

    /** Header names that a message cannot set itself while records are CloudEvents. */
    static final Set<String> NAMES = Set.of("ce_id", "ce_source", "ce_type", "ce_specversion", "ce_time", CONTENT_TYPE);

    private static final byte[] VERSION = "1.0".getBytes(StandardCharsets.US_ASCII);

    public CloudEvents {
        if (source.isEmpty()) {
            throw new IllegalArgumentException("cloud-events.source is empty: say what the events come from");
        }
        try {
            URI.create(source);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cloud-events.source " + source + " is no URI: " + e.getMessage(), e);
        }
    }

    public static CloudEvents from(String source) {
        return new CloudEvents(source, "application/json");
    }

    void addTo(Headers headers, Message message) {
        add(headers, "ce_id", message.id());
        add(headers, "ce_source", source);
        add(headers, "ce_type", message.type());
        headers.add("ce_specversion", VERSION);
        add(headers, "ce_time", message.createdAt().toString());
        add(headers, CONTENT_TYPE, message.headers().getOrDefault(CONTENT_TYPE, contentType));
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
