package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.MessageTemplate;
import dev.signalbox.core.outcome.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Splits a batch by group; each ungrouped message is a sequence of its own. */
final class MessagePreparer {
    private static final String BROKERS_OWN = "amq.";

    private final RabbitSinkSettings settings;
    private final AmqpPropertiesFactory form;

    MessagePreparer(RabbitSinkSettings settings) {
        this.settings = settings;
        this.form = new AmqpPropertiesFactory(settings.format());
    }

    List<GroupPublishes> of(List<Message> batch) {
        JsonCheck check = new JsonCheck();
        List<GroupPublishes> all = new ArrayList<>(batch.size());
        Map<String, GroupPublishes> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            GroupPublishes group = message.group() == null
                    ? new GroupPublishes()
                    : byGroup.computeIfAbsent(message.group(), _ -> new GroupPublishes());
            if (group.size() == 0) {
                all.add(group);
            }
            group.add(i, of(message, check));
        }
        return all;
    }

    private PreparedMessage of(Message message, JsonCheck check) {
        if (message.payload().isLeftBehind()) {
            return rejected("the payload of " + message.payload().size() + " bytes is larger than a relay may hold");
        }
        MessageTemplate.FillResult routing = settings.routing().of(message);
        String key = routing.text();
        if (key == null) {
            return rejected(String.valueOf(routing.fault()));
        }
        if (settings.exchange().isEmpty() && key.startsWith(BROKERS_OWN)) {
            return rejected("the queue " + key + " is the broker's own (" + BROKERS_OWN + "*)");
        }
        boolean event = settings.format().body() == RabbitSinkSettings.Body.EVENT;
        String noJson = event ? check.fault(message.payload().bytes()) : null;
        if (noJson != null) {
            return rejected("the payload is not JSON: " + noJson);
        }
        AMQP.BasicProperties properties = form.properties(message);
        String badHeader = AmqpPropertiesFactory.headerFault(properties.getHeaders());
        if (badHeader != null) {
            return rejected(badHeader);
        }
        byte[] body = event ? EventBody.of(message) : message.payload().bytes();
        if (body.length > settings.format().maxBytes()) {
            return new PreparedMessage.Refused(new Outcome.TooLarge("the message has " + body.length
                    + " bytes: at most " + settings.format().maxBytes() + " are allowed"));
        }
        return new PreparedMessage.Sendable(message.id(), key, properties, body);
    }

    private static PreparedMessage rejected(String reason) {
        return new PreparedMessage.Refused(Outcome.Rejected.unsent(reason));
    }

    sealed interface PreparedMessage {
        @SuppressWarnings("ArrayRecordComponent") // The bytes themselves, not a copy; never compared.
        record Sendable(String id, String key, AMQP.BasicProperties properties, byte[] body)
                implements PreparedMessage {}

        /** A message that the broker would refuse every time. */
        record Refused(Outcome outcome) implements PreparedMessage {}
    }

    /** Creates the AMQP properties of a message. */
    static final class AmqpPropertiesFactory {
        static final String MESSAGE_ID = "messageId";
        static final String TYPE = "messageType";
        static final String GROUP = "group";
        static final String POSITION = "position";
        static final String TAG_PREFIX = "tag.";
        static final String CONTENT_TYPE = "content-type";

        private static final String APP_ID = "signalbox";
        private static final String JSON = "application/json";
        private static final int PERSISTENT = 2;
        /** RabbitMQ reads these as lists of additional routing keys. */
        private static final Set<String> TAKEN = Set.of("CC", "BCC");

        /** All headers are in one frame, and this is the broker's default limit for its size. */
        private static final int MOST_BYTES = 120 << 10;

        private static final int QUOTED = 60;
        private static final int LENGTHS = 6;

        private final RabbitSinkSettings.Format format;

        AmqpPropertiesFactory(RabbitSinkSettings.Format format) {
            this.format = format;
        }

        AMQP.BasicProperties properties(Message message) {
            Map<String, Object> headers = headers(message);
            return new AMQP.BasicProperties.Builder()
                    .deliveryMode(PERSISTENT)
                    .messageId(property(message.id(), MESSAGE_ID, headers))
                    .type(property(message.type(), TYPE, headers))
                    .timestamp(Date.from(message.createdAt()))
                    .appId(APP_ID)
                    .contentType(contentType(message))
                    .headers(headers)
                    .build();
        }

        /** Returns the text as a property if it is short enough; otherwise adds it as a header and returns null. */
        private static @Nullable String property(String text, String header, Map<String, Object> headers) {
            if (Shortstr.fits(text)) {
                return text;
            }
            headers.put(header, text);
            return null;
        }

        private String contentType(Message message) {
            String own = message.headers().get(CONTENT_TYPE);
            return own == null || !Shortstr.fits(own) || format.body() == RabbitSinkSettings.Body.EVENT ? JSON : own;
        }

        private Map<String, Object> headers(Message message) {
            // Sorted, because a map's own order differs from run to run.
            Map<String, Object> headers = new TreeMap<>(message.headers());
            if (message.group() != null) {
                headers.put(GROUP, message.group());
            }
            EventMetadata event = message.event();
            if (event != null && format.eventHeaders()) {
                headers.put(POSITION, event.position());
                event.tags().forEach(tag -> addTag(headers, tag));
            }
            return headers;
        }

        /** A header has one value: if several tags share a key, the value is a list. */
        private static void addTag(Map<String, Object> headers, String tag) {
            int equals = tag.indexOf('=');
            String value = equals < 0 ? "" : tag.substring(equals + 1);
            headers.merge(TAG_PREFIX + (equals < 0 ? tag : tag.substring(0, equals)), value, (before, more) -> {
                List<Object> values = new ArrayList<>(before instanceof List<?> list ? list : List.of(before));
                values.add(more);
                return values;
            });
        }

        /** The id of a returned message. */
        static String idOf(AMQP.BasicProperties properties) {
            Map<String, Object> headers = properties.getHeaders();
            String id = properties.getMessageId();
            return id != null || headers == null ? String.valueOf(id) : String.valueOf(headers.get(MESSAGE_ID));
        }

        /**
         * Why these headers cannot be sent; null if they can. Over such headers the broker would close the channel or the
         * connection, and so fail other messages too.
         */
        static @Nullable String headerFault(Map<String, Object> headers) {
            long bytes = 0;
            for (Map.Entry<String, Object> header : headers.entrySet()) {
                String name = header.getKey();
                if (TAKEN.contains(name)) {
                    return "the header " + name + " means something of its own to RabbitMQ and cannot be sent";
                }
                if (!Shortstr.fits(name)) {
                    return "the header " + LogLineText.beginning(name, QUOTED) + " has a name of "
                            + Shortstr.bytes(name) + " bytes: at most " + Shortstr.LONGEST + " are allowed";
                }
                bytes += LENGTHS + Shortstr.bytes(name) + size(header.getValue());
            }
            return bytes <= MOST_BYTES
                    ? null
                    : "the headers have " + bytes + " bytes together: at most " + MOST_BYTES + " are allowed";
        }

        private static long size(Object value) {
            return switch (value) {
                case String text -> Shortstr.bytes(text);
                case List<?> list ->
                    list.stream().mapToLong(item -> LENGTHS + size(item)).sum();
                default -> Long.BYTES;
            };
        }
    }

    /** A JSON object around a payload, whose bytes stay unchanged. */
    static final class EventBody {
        static final String AGGREGATE_TYPE = "aggregateType";

        private static final byte[] ID = ascii("{\"event_id\":");
        private static final byte[] TYPE = ascii(",\"event_type\":");
        private static final byte[] AGGREGATE = ascii(",\"aggregate_type\":");
        private static final byte[] AGGREGATE_ID = ascii(",\"aggregate_id\":");
        private static final byte[] PAYLOAD = ascii(",\"payload\":");
        private static final byte[] NULL = ascii("null");
        private static final int USUAL_SIZE = 256;
        private static final int LONGEST_NUMBER = Long.toString(Long.MIN_VALUE).length();

        private EventBody() {}

        /** The body of a message whose payload is known to be one JSON value. */
        static byte[] of(Message message) {
            byte[] payload = message.payload().bytes();
            JsonBytes json = new JsonBytes(Math.addExact(payload.length, USUAL_SIZE));
            json.put(ID);
            json.string(message.id());
            json.put(TYPE);
            json.string(message.type());
            json.put(AGGREGATE);
            text(json, message.headers().get(AGGREGATE_TYPE));
            json.put(AGGREGATE_ID);
            numberOrText(json, message.group());
            json.put(PAYLOAD);
            json.put(payload);
            json.put('}');
            return Arrays.copyOf(json.bytes(), json.size());
        }

        private static void text(JsonBytes json, @Nullable String text) {
            if (text == null) {
                json.put(NULL);
            } else {
                json.string(text);
            }
        }

        private static void numberOrText(JsonBytes json, @Nullable String text) {
            if (text != null && isNumber(text)) {
                json.number(Long.parseLong(text));
            } else {
                text(json, text);
            }
        }

        /** Whether the text is the canonical form of a long: any other number would not round-trip. */
        private static boolean isNumber(String text) {
            if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
                return false;
            }
            try {
                return Long.toString(Long.parseLong(text)).equals(text);
            } catch (NumberFormatException e) {
                return false;
            }
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
