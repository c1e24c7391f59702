package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.EventMetadata;
import dev.signalbox.core.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Creates records from messages: the payload unchanged, plus headers. */
final class RecordFactory {
    static final String MESSAGE_ID = "messageId";
    static final String POSITION = "position";
    static final String TAG_PREFIX = "tag.";

    private final KafkaSinkSettings settings;

    RecordFactory(KafkaSinkSettings settings) {
        this.settings = settings;
    }

    byte @Nullable [] key(Message message) {
        String key = switch (settings.key()) {
            case GROUP -> message.group();
            case ID -> message.id();
        };
        return key == null ? null : utf8(key);
    }

    ProducerRecord<byte[], byte[]> record(
            Message message, String topic, @Nullable Integer partition, byte @Nullable [] key) {
        return new ProducerRecord<>(
                topic, partition, null, key, message.payload().bytes(), headers(message));
    }

    private Headers headers(Message message) {
        Headers headers = new RecordHeaders();
        headers.add(MESSAGE_ID, utf8(message.id()));
        // Sorted, because a map's own order differs from run to run.
        Map<String, String> own = message.headers().size() > 1 ? new TreeMap<>(message.headers()) : message.headers();
        own.forEach((name, value) -> {
            if (!isOurs(name)) {
                headers.add(name, utf8(value));
            }
        });
        CloudEvents events = settings.cloudEvents();
        if (events != null) {
            events.addTo(headers, message);
        }
        EventMetadata eventMetadata = message.event();
        if (eventMetadata != null && settings.eventHeaders()) {
            addEvent(headers, eventMetadata);
        }
        return headers;
    }

    /** Reserved headers, which consumers rely on; only the sink sets them. */
    private boolean isOurs(String name) {
        return name.equals(MESSAGE_ID) || (settings.cloudEvents() != null && CloudEvents.NAMES.contains(name));
    }

    private static void addEvent(Headers headers, EventMetadata eventMetadata) {
        headers.add(POSITION, utf8(Long.toString(eventMetadata.position())));
        for (String tag : eventMetadata.tags()) {
            int equals = tag.indexOf('=');
            String name = equals < 0 ? tag : tag.substring(0, equals);
            headers.add(TAG_PREFIX + name, utf8(equals < 0 ? "" : tag.substring(equals + 1)));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
