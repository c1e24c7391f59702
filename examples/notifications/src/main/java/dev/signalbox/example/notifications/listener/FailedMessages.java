package dev.signalbox.example.notifications.listener;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts the deliveries of messages that fail, and stores why messages are in a dead-letter queue, because RabbitMQ's
 * classic queues only tell that a message was delivered before. The count is written before the processing, so that a
 * message that ends the process counts, too; the reason is written before the message is rejected.
 */
@Service
public class FailedMessages {
    private static final Logger LOG = LoggerFactory.getLogger(FailedMessages.class);

    private final JdbcClient database;

    /** A message that its listener rejected into the dead-letter queue. */
    public record DeadLetter(String queue, @Nullable String eventId, String reason, Instant since) {}

    FailedMessages(JdbcClient database) {
        this.database = database;
    }

    /** Counts a redelivery; returns how often the message has come. */
    int countRedelivery(String queue, String eventId) {
        return database.sql("""
                        INSERT INTO delivery_attempt (queue, event_id, deliveries) VALUES (?, ?, 2)
                        ON CONFLICT (queue, event_id) DO UPDATE SET deliveries = delivery_attempt.deliveries + 1
                        RETURNING deliveries
                        """).params(queue, eventId).query(Integer.class).single();
    }

    /** Records why a delivery failed. */
    void addFailure(String queue, String eventId, String reason) {
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

    /** Stores a dead letter; a message whose rejection was lost is stored once. */
    @Transactional
    public void addDeadLetter(String queue, @Nullable String eventId, byte[] body, String reason) {
        database.sql("""
                        INSERT INTO dead_letter (queue, fingerprint, event_id, body, reason) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (queue, fingerprint) DO UPDATE SET reason = excluded.reason, since = now()
                        """)
                .param(queue)
                .param(fingerprint(body))
                .param(eventId)
                .param(body)
                .param(reason)
                .update();
        if (eventId != null) {
            forget(queue, eventId);
        }
        String what = eventId == null ? "An unreadable message" : "The event " + eventId;
        LOG.warn("{} goes to the dead-letter queue of {}: {}", what, queue, reason);
    }

    private static String fingerprint(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    List<DeadLetter> newestDeadLetters(int most) {
        return database.sql(
                        "SELECT queue, event_id, reason, since FROM dead_letter ORDER BY since DESC, fingerprint LIMIT ?")
                .param(most)
                .query(new SimplePropertyRowMapper<>(DeadLetter.class))
                .list();
    }
}
