package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.embedded.rabbitmq.RabbitOptions;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The broker that all test classes share, and its contents; it stops with the test process. */
final class SharedRabbitBroker {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private SharedRabbitBroker() {}

    private static final class StartedBroker {
        static final LocalRabbit RABBIT = start();
    }

    /** Skips the test if RabbitMQ is not installed. */
    static LocalRabbit rabbit() {
        required();
        return StartedBroker.RABBIT;
    }

    /** Skips the test if no broker can be started. */
    static void required() {
        RequiredServer.rabbitMq("everything on RabbitMQ");
    }

    private static LocalRabbit start() {
        try {
            return LocalRabbit.start(Files.createTempDirectory("rabbitmq"), RabbitOptions.DEFAULTS.withTls());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A unique name. */
    static String name(String what) {
        return what + "-" + NUMBER.incrementAndGet();
    }

    /** Settings whose calls time out after a second or two. */
    static RabbitBrokerSettings hasty(int port) {
        return hasty(port, new RabbitLogin(rabbit().user(), rabbit().password()));
    }

    static RabbitBrokerSettings hasty(int port, RabbitLogin login) {
        return RabbitBrokerSettings.of("test", List.of(new BrokerAddress("127.0.0.1", port)), login)
                .withTimes(new RabbitTimeouts(Duration.ofSeconds(2), Duration.ofMillis(1_500), Duration.ofSeconds(5)));
    }

    static RabbitBrokerSettings settings() {
        return RabbitBrokerSettings.of(
                "test",
                List.of(new BrokerAddress("127.0.0.1", rabbit().port())),
                new RabbitLogin(rabbit().user(), rabbit().password()));
    }

    static RabbitSink sink(RabbitSinkSettings settings) {
        return new RabbitSink(settings(), settings, Clock.SYSTEM);
    }

    /** A sink that declares an exchange and a queue of this name, and uses the type as the routing key. */
    static RabbitSinkSettings declaring(String name) {
        return RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("topic").withQueue(name, "#"));
    }

    /** Work on a channel. */
    interface ChannelWork<T> {
        T on(Channel channel) throws IOException;
    }

    /** Runs work on a separate connection, independent of the sink. */
    static <T> T elsewhere(ChannelWork<T> channelWork) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(rabbit().host());
        factory.setPort(rabbit().port());
        factory.setUsername(rabbit().user());
        factory.setPassword(rabbit().password());
        try (Connection connection = factory.newConnection()) {
            return channelWork.on(connection.createChannel());
        }
    }

    /** Removes and returns all messages of a queue. */
    static List<GetResponse> drain(String queue) throws IOException, TimeoutException {
        return elsewhere(channel -> {
            List<GetResponse> all = new ArrayList<>();
            for (GetResponse got = channel.basicGet(queue, true); got != null; got = channel.basicGet(queue, true)) {
                all.add(got);
            }
            return all;
        });
    }

    static List<String> ids(String queue) throws IOException, TimeoutException {
        return drain(queue).stream().map(got -> got.getProps().getMessageId()).toList();
    }

    static String text(GetResponse got) {
        return new String(got.getBody(), StandardCharsets.UTF_8);
    }
}
