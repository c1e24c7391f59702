package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.web.QueryParameters;
import dev.signalbox.spring.TransactionalInbox;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * The notifications. An event creates one for each user concerned and each channel that the user wants, in one transaction
 * with its inbox entry: repeated deliveries create them once.
 */
@Service
public class Notifications {
    /** A user's preference for a type of event overrides the general one. */
    private static final String MAKE = """
            INSERT INTO notification (event_id, recipient, channel, event_type, title, body)
            SELECT :event, choice.user_id, choice.channel, :type, :title, :body
            FROM (
                SELECT DISTINCT ON (p.user_id, p.channel) p.user_id, p.channel, p.wanted
                FROM app_user u
                JOIN preference p ON p.user_id = u.id AND p.event_type IN ('*', :type)
                WHERE u.aggregate_type = :audience AND u.aggregate_id = :aggregate
                ORDER BY p.user_id, p.channel, p.event_type = '*'
            ) choice
            WHERE choice.wanted
            ON CONFLICT (event_id, recipient, channel) DO NOTHING
            """;

    private final JdbcClient database;
    private final TransactionalInbox inbox;
    private final FailedMessages failedMessages;

    public record Notification(
            long id, String eventId, String channel, String eventType, String title, String body, Instant createdAt) {}

    /** How many events are not published yet, given up by the producer, processed or given up by a listener, or between. */
    public record Audit(
            long events, long pending, long failed, long consumed, long dead, long underway, long notifications) {}

    Notifications(JdbcClient database, TransactionalInbox inbox, FailedMessages failedMessages) {
        this.database = database;
        this.inbox = inbox;
        this.failedMessages = failedMessages;
    }

    /** Creates the notifications of an event; a repeated one changes nothing. */
    @Transactional
    public void make(EventMessage event, int delivery) {
        String queue = event.audience().queue();
        inbox.once(event.eventId(), queue, () -> insert(event));
        if (delivery > 1) {
            failedMessages.forget(queue, event.eventId());
        }
    }

    private void insert(EventMessage event) {
        database.sql(MAKE)
                .param("event", event.eventId())
                .param("type", event.eventType())
                .param("title", event.title())
                .param("body", event.text())
                .param("audience", event.audience().name())
                .param("aggregate", event.aggregateId())
                .update();
    }

    /** Compares recorded and consumed events. It reads all rows, so it suits only an example. */
    @Transactional(readOnly = true)
    public Audit audit() {
        return database.sql("""
                        SELECT count(*) AS events,
                               count(*) FILTER (WHERE e.status = 'PENDING') AS pending,
                               count(*) FILTER (WHERE e.status = 'FAILED') AS failed,
                               count(i.message_id) AS consumed,
                               count(d.event_id) AS dead,
                               count(*) FILTER (WHERE e.status = 'PROCESSED' AND i.message_id IS NULL AND d.event_id IS NULL)
                                   AS underway,
                               (SELECT count(*) FROM notification) AS notifications
                        FROM EventOutbox e
                        LEFT JOIN signalbox_inbox i
                            ON i.message_id = e.event_id AND i.consumer_group = 'notification.' || lower(e.aggregate_type)
                        LEFT JOIN (SELECT DISTINCT event_id FROM dead_letter) d ON d.event_id = e.event_id
                        """).query(Audit.class).single();
    }

    @Transactional(readOnly = true)
    public List<Notification> of(long user, QueryParameters page) {
        if (database.sql("SELECT 1 FROM app_user WHERE id = ?")
                .param(user)
                .query(Integer.class)
                .optional()
                .isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no user " + user + ".");
        }
        return database.sql("SELECT id, event_id, channel, event_type, title, body, created_at FROM notification"
                        + " WHERE recipient = ? AND id > ? ORDER BY id LIMIT ?")
                .params(user, page.after(), page.size())
                .query(new SimplePropertyRowMapper<>(Notification.class))
                .list();
    }
}
