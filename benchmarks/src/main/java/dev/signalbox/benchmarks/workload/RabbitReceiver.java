package dev.signalbox.benchmarks.workload;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A new durable queue, a sink that publishes to it, and a consumer that reads it. */
final class RabbitReceiver implements MessageReceiver {
    /** The type of the last message, which {@link #readAll} publishes. */
    private static final String END = "end";

    private static final long LONGEST_MINUTES = 10;

    private final RabbitBroker broker;
    private final String queue;
    private final ReceivedMessages received;
    private final Sink sink;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Connection connection;

    RabbitReceiver(RabbitBroker broker, BrokerClient client, boolean live, ReceivedMessages received, Clock clock)
            throws IOException, InterruptedException {
        this.broker = broker;
        this.queue = broker.newQueue();
        this.received = received;
        this.sink = switch (client) {
            case SIGNALBOX -> sink(broker.server(), queue, clock);
            case RAW -> new RawRabbitSink(broker, queue);
        };
        if (live) {
            consume();
        }
    }

    /** Signalbox's sink with its defaults, through the default exchange. */
    private static Sink sink(LocalRabbit server, String queue, Clock clock) {
        return new RabbitSink(
                RabbitBrokerSettings.of(
                        "bench",
                        List.of(new BrokerAddress(server.host(), server.port())),
                        new RabbitLogin(server.user(), server.password())),
                RabbitSinkSettings.of("").withRouting(RoutingKeyRule.template(queue)),
                clock);
    }

    @Override
    public Sink sink() {
        return sink;
    }

    private void consume() throws IOException {
        connection = broker.connect();
        Channel channel = connection.createChannel();
        channel.basicConsume(queue, true, new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                if (END.equals(properties.getType())) {
                    ended.countDown();
                } else {
                    received.arrived(Workload.numberIn(body, 0));
                }
            }
        });
    }

    @Override
    public void readAll() throws InterruptedException {
        try {
            if (connection == null) {
                consume();
            }
            publishEnd();
        } catch (IOException e) {
            throw new IllegalStateException("the queue could not be read: " + e, e);
        }
        if (!ended.await(LONGEST_MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the queue has no end");
        }
    }

    private void publishEnd() throws IOException {
        AMQP.BasicProperties end = new AMQP.BasicProperties.Builder().type(END).build();
        Connection own = broker.connect();
        try {
            own.createChannel().basicPublish("", queue, end, new byte[0]);
        } finally {
            own.close();
        }
    }

    @Override
    public void close() {
        sink.close();
        if (connection != null) {
            connection.abort();
        }
        broker.remove(queue);
    }
}
