package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.signalbox.rabbitmq.embedded.LocalRabbit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What listeners find in the queues of a notification producer. */
final class NotificationQueues implements AutoCloseable {
    static final List<String> TYPES = List.of("RESTAURANT", "CUSTOMER", "AGENCY", "ADMIN");

    private static final Pattern ID = Pattern.compile("\"event_id\":\"([^\"]+)\"");

    /** A message that was taken from a queue. */
    record Taken(String queue, String id, String type, boolean persistent, String body) {}

    private final Connection connection;
    private final Channel channel;
    private final List<Taken> taken = new ArrayList<>();

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

    /** Takes all there is until so many different events have come. */
    List<Taken> take(int different, Duration atMost) {
        Set<String> ids = new LinkedHashSet<>();
        taken.forEach(it -> ids.add(it.id()));
        await().atMost(atMost).pollInterval(Duration.ofMillis(50)).until(() -> {
            for (String type : TYPES) {
                takeAll(queueOf(type), ids);
            }
            return ids.size() >= different;
        });
        return taken;
    }

    private void takeAll(String queue, Set<String> ids) throws IOException {
        for (GetResponse got = channel.basicGet(queue, true); got != null; got = channel.basicGet(queue, true)) {
            String body = new String(got.getBody(), StandardCharsets.UTF_8);
            Matcher id = ID.matcher(body);
            if (!id.find() || !id.group(1).equals(got.getProps().getMessageId())) {
                throw new AssertionError("no event id in " + body);
            }
            ids.add(id.group(1));
            Integer mode = got.getProps().getDeliveryMode();
            taken.add(new Taken(queue, id.group(1), got.getProps().getType(), mode != null && mode == 2, body));
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
