package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.MessageTemplate;
import dev.signalbox.core.outcome.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Turns messages into records of their topics: the payload unchanged, plus headers. */
final class RecordPreparer {
    static final String MESSAGE_ID = "messageId";
    static final String POSITION = "position";
    static final String TAG_PREFIX = "tag.";

    private final KafkaSinkSettings settings;

    RecordPreparer(KafkaSinkSettings settings) {
        this.settings = settings;
    }

    /** Splits a batch by group; each ungrouped message is a sequence of its own. */
    List<GroupSends> of(List<Message> batch) {
        List<GroupSends> all = new ArrayList<>(batch.size());
        Map<String, GroupSends> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            GroupSends group = message.group() == null
                    ? new GroupSends()
                    : byGroup.computeIfAbsent(message.group(), _ -> new GroupSends());
            if (group.size() == 0) {
                all.add(group);
            }
            group.add(i, of(message));
        }
        return all;
    }

    PreparedRecord of(Message message) {
        if (message.payload().isLeftBehind()) {
            return new PreparedRecord.Refused(Outcome.Rejected.unsent(
                    "the payload of " + message.payload().size() + " bytes is larger than a relay may hold"));
        }
        MessageTemplate.FillResult topic = topic(message);
        return topic.text() == null
                ? new PreparedRecord.Refused(Outcome.Rejected.unsent(String.valueOf(topic.fault())))
                : new PreparedRecord.Sendable(message, topic.text(), key(message), this);
    }

    /** The topic of the message, if messages may choose it. */
    MessageTemplate.FillResult topic(Message message) {
        MessageTemplate.FillResult chosen = template(message).fill(message);
        String fault = chosen.text() == null ? null : settings.access().fault(chosen.text());
        return fault == null ? chosen : new MessageTemplate.FillResult(null, fault);
    }

    /** The topic by the first rule that matches the message's type, or else the general one. */
    private TopicTemplate template(Message message) {
        for (KafkaSinkSettings.TopicRule rule : settings.rules()) {
            if (rule.types().matches(message.type())) {
                return rule.topic();
            }
        }
        return settings.topic();
    }

    private byte @Nullable [] key(Message message) {
        String key = switch (settings.key()) {
            case GROUP -> message.group();
            case ID -> message.id();
        };
        return key == null ? null : utf8(key);
    }

    Headers headers(Message message) {
        Headers headers = new RecordHeaders();
        headers.add(MESSAGE_ID, utf8(message.id()));
        // Sorted, because a map's own order differs from run to run.
        Map<String, String> own = message.headers().size() > 1 ? new TreeMap<>(message.headers()) : message.headers();
        own.forEach((name, value) -> {
            if (!isReserved(name)) {
                headers.add(name, utf8(value));
            }
        });
        CloudEvents events = settings.cloudEvents();
        if (events != null) {
            events.addTo(headers, message);
        }
        EventMetadata event = message.event();
        if (event != null && settings.eventHeaders()) {
            headers.add(POSITION, utf8(Long.toString(event.position())));
            for (String tag : event.tags()) {
                int equals = tag.indexOf('=');
                String name = equals < 0 ? tag : tag.substring(0, equals);
                headers.add(TAG_PREFIX + name, utf8(equals < 0 ? "" : tag.substring(equals + 1)));
            }
        }
        return headers;
    }

    /** Headers that consumers rely on; only the sink sets them. */
    private boolean isReserved(String name) {
        return name.equals(MESSAGE_ID) || (settings.cloudEvents() != null && CloudEvents.NAMES.contains(name));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A message prepared for sending: a record of a topic, or a refusal. */
    sealed interface PreparedRecord {
        /** A record that can be sent; its headers are created only when it is handed over. */
        @SuppressWarnings("ArrayRecordComponent") // Never compared.
        record Sendable(Message message, String topic, byte @Nullable [] key, RecordPreparer preparer)
                implements PreparedRecord {
            ProducerRecord<byte[], byte[]> record(@Nullable Integer partition) {
                return new ProducerRecord<>(
                        topic, partition, null, key, message.payload().bytes(), preparer.headers(message));
            }
        }

        /** A message that Kafka would refuse every time. */
        record Refused(Outcome outcome) implements PreparedRecord {}
    }
}
