package dev.signalbox.example.notifications.listener;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Counts the deliveries of messages that fail. RabbitMQ's classic queues only tell that a message was delivered before. The
 * count is written before the processing, so that a message that ends the process counts, too.
 */
@Component
class RedeliveryCounts {
    private final JdbcClient database;

    RedeliveryCounts(JdbcClient database) {
        this.database = database;
    }

    /** Counts a redelivery; returns how often the message has come. */
    int again(String queue, String eventId) {
        return database.sql("""
                        INSERT INTO delivery_attempt (queue, event_id, deliveries) VALUES (?, ?, 2)
                        ON CONFLICT (queue, event_id) DO UPDATE SET deliveries = delivery_attempt.deliveries + 1
                        RETURNING deliveries
                        """).params(queue, eventId).query(Integer.class).single();
    }

    /** Records why it failed. */
    void failed(String queue, String eventId, String reason) {
        database.sql("""
                        INSERT INTO delivery_attempt (queue, event_id, deliveries, last_failure) VALUES (?, ?, 1, ?)
                        ON CONFLICT (queue, event_id) DO UPDATE SET last_failure = excluded.last_failure
                        """).params(queue, eventId, reason).update();
    }

    Optional<String> lastFailure(String queue, String eventId) {
        return database.sql("SELECT last_failure FROM delivery_attempt WHERE queue = ? AND event_id = ?"
                        + " AND last_failure IS NOT NULL")
                .params(queue, eventId)
                .query(String.class)
                .optional();
    }

    /** Deletes the count of a message that is processed or given up. */
    void forget(String queue, String eventId) {
        database.sql("DELETE FROM delivery_attempt WHERE queue = ? AND event_id = ?")
                .params(queue, eventId)
                .update();
    }
}
