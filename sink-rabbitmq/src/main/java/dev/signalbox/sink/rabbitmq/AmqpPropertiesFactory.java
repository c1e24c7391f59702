package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.message.EventMetadata;
import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates the AMQP properties of a message. */
final class AmqpPropertiesFactory {
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
                return "the header " + LogLineText.beginning(name, QUOTED) + " has a name of " + Shortstr.bytes(name)
                        + " bytes: at most " + Shortstr.LONGEST + " are allowed";
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
