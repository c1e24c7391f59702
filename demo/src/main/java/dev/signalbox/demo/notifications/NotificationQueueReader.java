package dev.signalbox.demo.notifications;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.examples.BrokerReader;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads all events from its own queue, which is bound to the exchange like those of the listeners. */
final class NotificationQueueReader implements BrokerReader {
    private static final String EXCHANGE = "notifications.exchange";
    private static final String QUEUE = "demo.witness";
    private static final List<String> AUDIENCES = List.of("restaurant", "customer", "agency", "admin");
    private static final List<String> RESERVATION_STEPS =
            List.of("RESERVATION_REQUESTED", "RESERVATION_CONFIRMED", "RESERVATION_CANCELLED");
    private static final long PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LAST_READ = Duration.ofSeconds(10).toNanos();

    private final RabbitBroker broker;
    private final ReceivedMessages received;
    private final StopSignal ending;
    private final Clock clock;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private volatile @Nullable String failure;

    /** Events of a reservation are ordered within a queue only. */
    private record QueueAndReservation(String queue, long reservation) {}

    /**
     * Messages in the queues of the listeners.
     *
     * @param dead those in the dead-letter queues
     */
    record QueueDepths(long unread, long dead) {}

    NotificationQueueReader(RabbitBroker broker, ReceivedMessages received, StopSignal ending, Clock clock) {
        this.broker = broker;
        this.received = received;
        this.ending = ending;
        this.clock = clock;
    }

    /** Creates its queue, before there is any event. The exchange is declared as the nodes do. */
    static void declareQueue(RabbitBroker broker) throws IOException {
        try (Connection connection = broker.connect("demo-witness")) {
            Channel channel = connection.createChannel();
            channel.exchangeDeclare(EXCHANGE, "topic", true);
            channel.queueDeclare(QUEUE, true, false, false, Map.of());
            channel.queueBind(QUEUE, EXCHANGE, "notification.*");
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            throw new IOException("RabbitMQ takes no declarations: " + e.getMessage(), e);
        }
    }

    static QueueDepths depths(RabbitBroker broker) throws IOException {
        try (Connection connection = broker.connect("demo-depths");
                Channel channel = connection.createChannel()) {
            long unread = 0;
            long dead = 0;
            for (String audience : AUDIENCES) {
                unread += channel.messageCount("notification." + audience);
                dead += channel.messageCount("notification." + audience + ".dead");
            }
            return new QueueDepths(unread, dead);
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            throw new IOException("RabbitMQ does not tell what is in its queues: " + e.getMessage(), e);
        }
    }

    /** The ids of the events that were read. */
    Set<String> ids() {
        return new HashSet<>(numbers.keySet());
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Connects again after each kill of the broker. */
    @Override
    public void run() {
        StopSignal never = new StopSignal(clock);
        try {
            long latest = Long.MAX_VALUE;
            while (!readWhileConnected()) {
                latest = ending.hasBegun() ? Math.min(latest, clock.nanos() + LAST_READ) : latest;
                if (clock.nanos() >= latest) {
                    return;
                }
                never.waitUntil(clock.nanos() + PAUSE);
            }
            failure = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean readWhileConnected() throws InterruptedException {
        try (Connection connection = broker.connect("demo-witness");
                Channel channel = connection.createChannel()) {
            boolean isLast;
            do {
                isLast = ending.hasBegun();
                readAll(channel);
                ending.waitUntil(clock.nanos() + PAUSE);
            } while (!isLast);
            return true;
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            failure = "RabbitMQ cannot be read: " + e.getMessage();
            return false;
        }
    }

    private void readAll(Channel channel) throws IOException {
        for (GetResponse got = channel.basicGet(QUEUE, false); got != null; got = channel.basicGet(QUEUE, false)) {
            try {
                add(got.getEnvelope().getRoutingKey(), JsonMapper.shared().readTree(got.getBody()));
            } catch (JacksonException _) {
                // A user of the demo has published something else.
            }
            channel.basicAck(got.getEnvelope().getDeliveryTag(), false);
        }
    }

    private void add(String queue, JsonNode event) {
        if (event.path("event_id").isString()) { // others are not from the services
            add(queue, event, numbers, received);
        }
    }

    /** Records an event; those that do not belong to a reservation have no order. */
    static void add(String queue, JsonNode event, Map<String, Integer> numbers, ReceivedMessages received) {
        String id = event.path("event_id").asString();
        int step = RESERVATION_STEPS.indexOf(event.path("event_type").asString(""));
        long reservation = event.path("payload").path("reservationId").asLong(0);
        received.add(
                numbers.computeIfAbsent(id, _ -> numbers.size()),
                step < 0 ? id : new QueueAndReservation(queue, reservation),
                step);
    }
}
