package dev.signalbox.demo.notifications;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads along in RabbitMQ, to compare later: a queue of its own is bound to the exchange as the others are. The listeners do
 * not notice.
 */
final class QueueWitness implements Runnable {
    private static final String EXCHANGE = "notifications.exchange";
    private static final String QUEUE = "demo.witness";
    private static final long PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LAST_LOOK = Duration.ofSeconds(10).toNanos();

    private final RabbitBroker broker;
    private final EventBook book;
    private final StopSignal ending;
    private final Clock clock;
    private final StopSignal never;
    private volatile @Nullable String failure;

    QueueWitness(RabbitBroker broker, EventBook book, Place place) {
        this.broker = broker;
        this.book = book;
        this.ending = place.ending();
        this.clock = place.clock();
        this.never = new StopSignal(clock);
    }

    /** Has its queue made, before there is any event. The exchange is as the nodes declare it, who may come later. */
    static void prepare(RabbitBroker broker) throws IOException {
        try (Connection connection = broker.connect("demo-witness")) {
            Channel channel = connection.createChannel();
            channel.exchangeDeclare(EXCHANGE, "topic", true);
            channel.queueDeclare(QUEUE, true, false, false, Map.of());
            channel.queueBind(QUEUE, EXCHANGE, "notification.*");
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            throw new IOException("RabbitMQ takes no declarations: " + e.getMessage(), e);
        }
    }

    /** Why it has not read all that there is. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Until the sign to end was given, and all that was there by then has been read. */
    @Override
    public void run() {
        try {
            long latest = Long.MAX_VALUE;
            while (!readWhileConnected()) {
                latest = ending.hasBegun() ? Math.min(latest, clock.nanos() + LAST_LOOK) : latest;
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
            failure = "RabbitMQ cannot be read: " + e.getMessage(); // it is away for now, or for good
            return false;
        }
    }

    private void readAll(Channel channel) throws IOException {
        for (GetResponse got = channel.basicGet(QUEUE, false); got != null; got = channel.basicGet(QUEUE, false)) {
            note(got);
            channel.basicAck(got.getEnvelope().getDeliveryTag(), false);
        }
    }

    private void note(GetResponse got) {
        try {
            JsonNode event = JsonMapper.shared().readTree(got.getBody());
            if (event.path("event_id").isString()) { // others are not of the services
                book.note(
                        got.getEnvelope().getRoutingKey(),
                        event.path("event_id").asString(),
                        event.path("event_type").asString(""),
                        event.path("payload").path("reservationId").asLong(0));
            }
        } catch (JacksonException _) {
            return; // somebody who watches the demo has published something else
        }
    }
}
