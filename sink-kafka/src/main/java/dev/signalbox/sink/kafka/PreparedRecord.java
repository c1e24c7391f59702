package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A message prepared for sending: a record of a topic, or a refusal. */
sealed interface PreparedRecord {
    /** A record that can be sent. */
    final class Sendable implements PreparedRecord {
        private final Message message;
        private final String topic;
        private final byte @Nullable [] key;
        private final RecordFactory form;

        Sendable(Message message, String topic, RecordFactory form) {
            this.message = message;
            this.topic = topic;
            this.key = form.key(message);
            this.form = form;
        }

        String topic() {
            return topic;
        }

        byte @Nullable [] key() {
            return key;
        }

        ProducerRecord<byte[], byte[]> record(@Nullable Integer partition) {
            return form.record(message, topic, partition, key);
        }
    }

    /** A message that Kafka would refuse every time. */
    record Refused(Outcome outcome) implements PreparedRecord {}
}
