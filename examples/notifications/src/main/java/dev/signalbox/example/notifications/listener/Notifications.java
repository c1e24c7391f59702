package dev.signalbox.example.notifications.listener;

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
    private final RedeliveryCounts redeliveryCounts;

    /** A notification to a user by one channel. */
    public record Notification(
            long id, String eventId, String channel, String eventType, String title, String body, Instant createdAt) {}

    Notifications(JdbcClient database, TransactionalInbox inbox, RedeliveryCounts redeliveryCounts) {
        this.database = database;
        this.inbox = inbox;
        this.redeliveryCounts = redeliveryCounts;
    }

    /** Creates the notifications of an event; a repeated one changes nothing. */
    @Transactional
    public void make(EventMessage event, int delivery) {
        String queue = event.audience().queue();
        inbox.once(event.eventId(), queue, () -> insert(event));
        if (delivery > 1) {
            redeliveryCounts.forget(queue, event.eventId());
        }
    }

    private void insert(EventMessage event) {
        NotificationText notificationText = NotificationText.of(event);
        database.sql(MAKE)
                .param("event", event.eventId())
                .param("type", event.eventType())
                .param("title", notificationText.title())
                .param("body", notificationText.body())
                .param("audience", event.audience().name())
                .param("aggregate", event.aggregateId())
                .update();
    }

    /** Notifications of a user by id, after the given one. */
    @Transactional(readOnly = true)
    public List<Notification> of(long user, long after, int most) {
        if (database.sql("SELECT 1 FROM app_user WHERE id = ?")
                .param(user)
                .query(Integer.class)
                .optional()
                .isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no user " + user + ".");
        }
        return database.sql("SELECT id, event_id, channel, event_type, title, body, created_at FROM notification"
                        + " WHERE recipient = ? AND id > ? ORDER BY id LIMIT ?")
                .params(user, after, most)
                .query(new SimplePropertyRowMapper<>(Notification.class))
                .list();
    }
}
