package dev.signalbox.demo.notifications;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** Asks RabbitMQ what lies in its queues. */
final class Queues {
    /** Whom events are for, in the order in which they are shown; each has a queue. */
    static final List<String> AUDIENCES = List.of("RESTAURANT", "CUSTOMER", "AGENCY", "ADMIN");

    private Queues() {}

    /**
     * What waits.
     *
     * @param unread in the queues of the listeners
     * @param dead in the queues of what they have rejected
     */
    record Depths(long unread, long dead) {}

    static Depths depths(RabbitBroker broker) throws IOException {
        try (Connection connection = broker.connect("demo-depths");
                Channel channel = connection.createChannel()) {
            long unread = 0;
            long dead = 0;
            for (String audience : AUDIENCES) {
                String queue = "notification." + audience.toLowerCase(Locale.ROOT);
                unread += channel.messageCount(queue);
                dead += channel.messageCount(queue + ".dead");
            }
            return new Depths(unread, dead);
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            throw new IOException("RabbitMQ does not say what is in its queues: " + e.getMessage(), e);
        }
    }
}
