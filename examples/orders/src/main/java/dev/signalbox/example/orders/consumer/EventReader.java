package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Parses the records of both topics. It ignores members that it does not need. */
final class EventReader {
    static final String CREATED = "OrderCreated";
    static final String STATUS_CHANGED = "OrderStatusChanged";

    /** The header that Signalbox sets, the same on each delivery of a message. */
    static final String MESSAGE_ID = "messageId";

    private static final int MAX_ID_LENGTH = 255;

    /** A record that cannot be parsed, so that a retry is useless. */
    static final class MalformedException extends RuntimeException {
        MalformedException(String message) {
            super(message);
        }
    }

    private EventReader() {}

    static String messageId(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(MESSAGE_ID);
        String id = header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.indexOf('\0') >= 0) {
            throw new MalformedException("The record has no header '" + MESSAGE_ID + "' that could be an id.");
        }
        return id;
    }

    static SummaryChange change(String topic, byte @Nullable [] payload) {
        if (payload == null) {
            throw new MalformedException("The record has no value.");
        }
        try {
            JsonFields fields = JsonFields.of(payload);
            String customer = fields.text("customerName");
            BigDecimal amount = fields.amount("amount");
            return switch (topic) {
                case CREATED -> {
                    String status = fields.text("status");
                    yield fields.make(() -> new SummaryChange.Created(customer, amount, status));
                }
                case STATUS_CHANGED -> {
                    String from = fields.text("oldStatus");
                    String to = fields.text("newStatus");
                    yield fields.make(() -> new SummaryChange.Moved(customer, amount, from, to));
                }
                default -> throw new MalformedException("The topic '" + topic + "' is not known here.");
            };
        } catch (InvalidFieldsException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }
}
