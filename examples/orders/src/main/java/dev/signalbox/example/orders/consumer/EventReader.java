package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Understands the records of both topics. Members that it does not need may be there, and may become more. */
final class EventReader {
    static final String CREATED = "OrderCreated";
    static final String STATUS_CHANGED = "OrderStatusChanged";

    /** The header that Signalbox writes, the same on every delivery of a message. */
    static final String MESSAGE_ID = "messageId";

    private static final int LONGEST_ID = 255;

    /** A record that can never be understood, however often it is tried. */
    static final class MalformedException extends RuntimeException {
        MalformedException(String message) {
            super(message);
        }
    }

    private EventReader() {}

    static String messageId(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(MESSAGE_ID);
        String id = header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
        if (id.isBlank() || id.length() > LONGEST_ID || id.indexOf('\0') >= 0) {
            throw new MalformedException("The record has no header '" + MESSAGE_ID + "' that could be an id.");
        }
        return id;
    }

    static SummaryChange change(String topic, byte @Nullable [] payload) {
        if (payload == null) {
            throw new MalformedException("The record has no value.");
        }
        try {
            JsonFields jsonFields = JsonFields.of(payload);
            String customer = jsonFields.text("customerName");
            BigDecimal amount = jsonFields.amount("amount");
            return switch (topic) {
                case CREATED -> {
                    String status = jsonFields.text("status");
                    yield jsonFields.make(() -> new SummaryChange.Created(customer, amount, status));
                }
                case STATUS_CHANGED -> {
                    String from = jsonFields.text("oldStatus");
                    String to = jsonFields.text("newStatus");
                    yield jsonFields.make(() -> new SummaryChange.Moved(customer, amount, from, to));
                }
                default -> throw new MalformedException("The topic '" + topic + "' is not known here.");
            };
        } catch (InvalidFieldsException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }
}
