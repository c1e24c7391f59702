package dev.signalbox.example.notifications.listener;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores why messages are in a dead-letter queue, which RabbitMQ does not record. It is written before they are rejected.
 */
@Service
public class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final JdbcClient database;
    private final RedeliveryCounts redeliveryCounts;

    /** A message that its listener rejected into the dead-letter queue. */
    public record DeadLetter(String queue, @Nullable String eventId, String reason, Instant since) {}

    DeadLetters(JdbcClient database, RedeliveryCounts redeliveryCounts) {
        this.database = database;
        this.redeliveryCounts = redeliveryCounts;
    }

    /** Stores a message; a message whose rejection was lost is stored once. */
    @Transactional
    public void add(String queue, @Nullable String eventId, byte[] body, String reason) {
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
            redeliveryCounts.forget(queue, eventId);
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

    /** The newest dead letters. */
    List<DeadLetter> newest(int most) {
        return database.sql(
                        "SELECT queue, event_id, reason, since FROM dead_letter ORDER BY since DESC, fingerprint LIMIT ?")
                .param(most)
                .query(new SimplePropertyRowMapper<>(DeadLetter.class))
                .list();
    }
}
