package dev.signalbox.example.orders.consumer;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Receives the records of both topics one by one. The offset is committed after the sums. */
@Component
class OrderListener {
    static final String ID = "orders";

    private final Summaries summaries;

    OrderListener(Summaries summaries) {
        this.summaries = summaries;
    }

    @KafkaListener(
            id = ID,
            idIsGroup = false,
            topics = {EventReader.CREATED, EventReader.STATUS_CHANGED})
    void receive(ConsumerRecord<String, byte[]> record) {
        String id = EventReader.messageId(record);
        summaries.add(id, EventReader.change(record.topic(), record.value()));
    }
}
