package dev.signalbox.example.notifications.listener;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Compares recorded and consumed events, to show that every event came through. It reads all rows, so it suits only an
 * example.
 */
@Service
class Audit {
    private final JdbcClient database;

    Audit(JdbcClient database) {
        this.database = database;
    }

    /**
     * The progress of the events.
     *
     * @param events recorded by the services
     * @param pending not published yet
     * @param failed given up by the producer
     * @param consumed processed by a listener
     * @param dead given up by a listener
     * @param underway published and not processed yet
     * @param notifications created from them
     */
    record Sums(long events, long pending, long failed, long consumed, long dead, long underway, long notifications) {}

    Sums sums() {
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
                        """).query(Sums.class).single();
    }
}
