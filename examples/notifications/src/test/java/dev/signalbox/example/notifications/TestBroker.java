package dev.signalbox.example.notifications;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.testkit.server.RequiredServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A real broker with the producer's declarations. Each call opens its own connection, because the broker may come and go.
 */
record TestBroker(LocalRabbit rabbit) implements AutoCloseable {
    private static final String EXCHANGE = "notifications.exchange";
    private static final long PATIENCE = 20_000;

    /** Work on a channel. */
    interface Work<T> {
        T on(Channel channel) throws Exception;
    }

    static TestBroker start() throws Exception {
        RequiredServer.rabbitMq("the listeners of the notifications example");
        return new TestBroker(LocalRabbit.start(Path.of(
                System.getProperty("java.io.tmpdir"),
                "rabbitmq-" + ProcessHandle.current().pid())));
    }

    String[] options() {
        return new String[] {
            "--spring.rabbitmq.host=" + rabbit.host(),
            "--spring.rabbitmq.port=" + rabbit.port(),
            "--spring.rabbitmq.username=" + rabbit.user(),
            "--spring.rabbitmq.password=" + rabbit.password(),
        };
    }

    /** Declares the queues as Signalbox does with notification.outbox.dead-letter-queue={queue}.dead. */
    void declare(Audience audience) throws Exception {
        run(channel -> {
            channel.exchangeDeclare(EXCHANGE, "topic", true);
            channel.queueDeclare(audience.queue() + ".dead", true, false, false, Map.of());
            channel.queueDeclare(
                    audience.queue(),
                    true,
                    false,
                    false,
                    Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", audience.queue() + ".dead"));
            return channel.queueBind(audience.queue(), EXCHANGE, audience.queue());
        });
    }

    /** Publishes as the producer does, and waits until the broker has it. */
    void publish(Audience audience, String... bodies) throws Exception {
        boolean _ = run(channel -> {
            channel.confirmSelect();
            AMQP.BasicProperties properties =
                    new AMQP.BasicProperties.Builder().deliveryMode(2).build();
            for (String body : bodies) {
                channel.basicPublish(
                        EXCHANGE, audience.queue(), true, properties, body.getBytes(StandardCharsets.UTF_8));
            }
            return channel.waitForConfirms(PATIENCE);
        });
    }

    /** Removes the next message of a queue. */
    Optional<GetResponse> take(String queue) throws Exception {
        return run(channel -> Optional.ofNullable(channel.basicGet(queue, true)));
    }

    long waiting(String queue) throws Exception {
        return run(channel -> channel.messageCount(queue));
    }

    <T> T run(Work<T> work) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(rabbit.host());
        factory.setPort(rabbit.port());
        factory.setUsername(rabbit.user());
        factory.setPassword(rabbit.password());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            return work.on(channel);
        }
    }

    @Override
    public void close() {
        rabbit.close();
    }
}
