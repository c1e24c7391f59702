package dev.signalbox.demo.examples;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads all events from its own queue, which is bound to the exchange like those of the listeners. */
final class NotificationQueueReader {
    private static final String EXCHANGE = "notifications.exchange";
    private static final String QUEUE = "demo.witness";
    private static final List<String> RESERVATION_STEPS =
            List.of("RESERVATION_REQUESTED", "RESERVATION_CONFIRMED", "RESERVATION_CANCELLED");
    private static final long PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LAST_READ = Duration.ofSeconds(10).toNanos();

    private final ReceivedMessages received;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

    /** Events of a reservation are ordered within a queue only. */
    private record QueueAndReservation(String queue, long reservation) {}

    NotificationQueueReader(ReceivedMessages received) {
        this.received = received;
    }

    /** Creates its queue, before there is any event. The exchange is declared as the nodes do. */
    static void declareQueue(RabbitBroker broker) throws IOException {
        try (Connection connection = broker.connect();
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(EXCHANGE, "topic", true);
            channel.queueDeclare(QUEUE, true, false, false, Map.of());
            channel.queueBind(QUEUE, EXCHANGE, "notification.*");
        } catch (TimeoutException e) {
            throw new IOException("RabbitMQ does not answer", e);
        }
    }

    /** The number of an event, by which {@link ReceivedMessages} knows it. */
    int number(String eventId) {
        return numbers.computeIfAbsent(eventId, _ -> numbers.size());
    }

    /** Reads until the end is requested, and then the rest. Connects again after each kill of the broker. */
    void read(RabbitBroker broker, StopSignal end) throws IOException, InterruptedException {
        StopSignal never = new StopSignal(Clock.SYSTEM);
        long latest = Long.MAX_VALUE;
        while (true) {
            try (Connection connection = broker.connect();
                    Channel channel = connection.createChannel()) {
                readAll(channel, end);
                return;
            } catch (IOException | TimeoutException | ShutdownSignalException e) {
                latest = end.hasBegun() ? Math.min(latest, Clock.SYSTEM.nanos() + LAST_READ) : latest;
                if (Clock.SYSTEM.nanos() >= latest) {
                    throw new IOException("RabbitMQ cannot be read: " + e.getMessage(), e);
                }
                never.waitUntil(Clock.SYSTEM.nanos() + PAUSE);
            }
        }
    }

    private void readAll(Channel channel, StopSignal end) throws IOException, InterruptedException {
        boolean isLast;
        do {
            isLast = end.hasBegun();
            for (GetResponse got = channel.basicGet(QUEUE, false); got != null; got = channel.basicGet(QUEUE, false)) {
                try {
                    add(got.getEnvelope().getRoutingKey(), JsonMapper.shared().readTree(got.getBody()));
                } catch (JacksonException _) {
                    // A user of the demo has published something else.
                }
                channel.basicAck(got.getEnvelope().getDeliveryTag(), false);
            }
            end.waitUntil(Clock.SYSTEM.nanos() + PAUSE);
        } while (!isLast);
    }

    /** Records an event; those that do not belong to a reservation have no order. */
    void add(String queue, JsonNode event) {
        if (!event.path("event_id").isString()) {
            return; // it is not from the services
        }
        String id = event.path("event_id").asString();
        int step = RESERVATION_STEPS.indexOf(event.path("event_type").asString(""));
        long reservation = event.path("payload").path("reservationId").asLong(0);
        received.add(number(id), step < 0 ? id : new QueueAndReservation(queue, reservation), step);
    }
}
