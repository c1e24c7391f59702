package dev.signalbox.example.orders.consumer;

import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.stereotype.Component;

/** Stores failed records as dead letters in the database of the sums: if that is unavailable, the record is retried. */
@Component
record DeadLetters(JdbcClient database) implements ConsumerRecordRecoverer {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
    private static final int MAX_REASON_LENGTH = 1_000;

    /** A dead letter, with the topic, partition and offset of its Kafka record. */
    record DeadLetter(String topic, int partition, long offset, String reason, Instant since) {}

    @Override
    public void accept(ConsumerRecord<?, ?> record, Exception failure) {
        String reason = reason(failure);
        database.sql("""
                        INSERT INTO dead_letters (topic, partition, "offset", payload, reason) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT DO NOTHING
                        """)
                .params(record.topic(), record.partition(), record.offset(), record.value(), reason)
                .update();
        LOG.warn("{}-{}@{} was set aside: {}", record.topic(), record.partition(), record.offset(), reason);
    }

    private static String reason(Exception failure) {
        // PostgreSQL cannot store NUL, which the record may contain.
        String text =
                NestedExceptionUtils.getMostSpecificCause(failure).toString().replace('\0', ' ');
        return text.length() <= MAX_REASON_LENGTH ? text : text.substring(0, MAX_REASON_LENGTH);
    }

    List<DeadLetter> newest(int limit) {
        return database.sql("SELECT topic, partition, \"offset\", reason, since FROM dead_letters"
                        + " ORDER BY since DESC, topic, partition, \"offset\" DESC LIMIT ?")
                .param(limit)
                .query(new SimplePropertyRowMapper<>(DeadLetter.class))
                .list();
    }
}
