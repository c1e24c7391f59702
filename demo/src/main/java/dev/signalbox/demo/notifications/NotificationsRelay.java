package dev.signalbox.demo.notifications;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.RelayLines;

/** The lines of a configuration that have the events of {@code EventOutboxLayout} delivered to RabbitMQ, as the example's own file does. */
public record NotificationsRelay(OwnDatabase database, String address, String user, String password)
        implements RelayLines {
    /** What the nodes call it. */
    public static final String NAME = "notifications";

    @Override
    public String source() {
        return """
                    notifications: { url: "%s", username: %s, password: "%s" }
                """.formatted(database.jdbcUrl(), database.user(), database.password());
    }

    @Override
    public String sink() {
        return """
                    rabbitmq:
                      type: rabbitmq
                      addresses: "%s"
                      username: %s
                      password: "%s"
                      exchange: notifications.exchange
                      routing-key: "{aggregateType}"
                      routing-keys:
                        RESTAURANT: notification.restaurant
                        CUSTOMER: notification.customer
                        AGENCY: notification.agency
                        ADMIN: notification.admin
                      queues:
                        notification.restaurant: notification.restaurant
                        notification.customer: notification.customer
                        notification.agency: notification.agency
                        notification.admin: notification.admin
                      dead-letter-queue: "{queue}.dead"
                      body: event
                """.formatted(address, user, password);
    }

    @Override
    public String relay() {
        return """
                    %s:
                      source: notifications
                      sink: rabbitmq
                      outbox: { layout: event-outbox, processed: { mode: at-least-once } }
                      poll: { interval: 100ms, idle-backoff: { max: 200ms }, batch-size: 100 }
                """.formatted(NAME);
    }
}
