package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Consumes from the queues of a notification producer as listeners do. */
final class NotificationQueues implements AutoCloseable {
    static final List<String> TYPES = List.of("RESTAURANT", "CUSTOMER", "AGENCY", "ADMIN");

    private static final Pattern ID = Pattern.compile("\"event_id\":\"([^\"]+)\"");

    /** A message that was consumed from a queue. */
    record ConsumedMessage(String queue, String id, String type, boolean persistent, String body) {}

    private final Connection connection;
    private final Channel channel;
    private final List<ConsumedMessage> consumedMessage = new ArrayList<>();

    NotificationQueues(LocalRabbit broker) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(broker.host());
        factory.setPort(broker.port());
        factory.setUsername(broker.user());
        factory.setPassword(broker.password());
        factory.setAutomaticRecoveryEnabled(false);
        this.connection = factory.newConnection();
        this.channel = connection.createChannel();
    }

    static String queueOf(String type) {
        return "notification." + type.toLowerCase(java.util.Locale.ROOT);
    }

    /** Consumes all messages, at least this many different events. No more are being published. */
    List<ConsumedMessage> take(int different, Duration atMost) throws IOException {
        long there = 0;
        for (String type : TYPES) {
            there += channel.messageCount(queueOf(type));
        }
        for (String type : TYPES) {
            String queue = queueOf(type);
            channel.basicConsume(queue, true, (_, delivery) -> add(queue, delivery), _ -> {});
        }
        long all = there;
        await().atMost(atMost).until(() -> taken().size() >= all && ids().size() >= different);
        return taken();
    }

    /** Deletes the queues. */
    void remove() throws IOException {
        for (String type : TYPES) {
            channel.queueDelete(queueOf(type));
        }
    }

    private synchronized void add(String queue, Delivery delivery) {
        String body = new String(delivery.getBody(), StandardCharsets.UTF_8);
        AMQP.BasicProperties properties = delivery.getProperties();
        Matcher id = ID.matcher(body);
        String found = id.find() ? id.group(1) : "";
        assertThat(properties.getMessageId()).as(body).isEqualTo(found);
        Integer mode = properties.getDeliveryMode();
        consumedMessage.add(new ConsumedMessage(queue, found, properties.getType(), mode != null && mode == 2, body));
    }

    private synchronized Set<String> ids() {
        return consumedMessage.stream().map(ConsumedMessage::id).collect(Collectors.toSet());
    }

    private synchronized List<ConsumedMessage> taken() {
        return List.copyOf(consumedMessage);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
