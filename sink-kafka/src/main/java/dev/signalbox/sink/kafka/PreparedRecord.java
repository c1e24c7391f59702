package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

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
