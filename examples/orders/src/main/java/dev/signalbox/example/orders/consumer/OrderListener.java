package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.orders.consumer.Summaries.Change;
import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Receives the records of both topics one by one. The offset is committed after the sums. Members that are not needed are
 * ignored; a record that cannot be parsed is not retried.
 */
@Component
record OrderListener(Summaries summaries) {
    static final String ID = "orders";
    static final String CREATED = "OrderCreated";
    static final String STATUS_CHANGED = "OrderStatusChanged";

    /** The header that Signalbox sets, the same on each delivery of a message. */
    private static final String MESSAGE_ID = "messageId";

    private static final int MAX_ID_LENGTH = 255;

    @KafkaListener(
            id = ID,
            idIsGroup = false,
            topics = {CREATED, STATUS_CHANGED})
    void receive(ConsumerRecord<String, byte[]> record) {
        String id = messageId(record);
        summaries.add(id, changes(record.topic(), record.value()));
    }

    private static String messageId(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(MESSAGE_ID);
        String id = header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.indexOf('\0') >= 0) {
            throw new InvalidFieldsException("The record has no header '" + MESSAGE_ID + "' that could be an id.");
        }
        return id;
    }

    private static List<Change> changes(String topic, byte @Nullable [] payload) {
        if (payload == null) {
            throw new InvalidFieldsException("The record has no value.");
        }
        JsonFields fields = JsonFields.of(payload);
        String customer = fields.text("customerName");
        BigDecimal amount = fields.amount("amount");
        if (topic.equals(CREATED)) {
            String status = fields.text("status");
            return fields.make(() -> List.of(new Change(customer, status, 1, amount)));
        }
        String from = fields.text("oldStatus");
        String to = fields.text("newStatus");
        return fields.make(
                () -> List.of(new Change(customer, from, -1, amount.negate()), new Change(customer, to, 1, amount)));
    }
}
