package dev.signalbox.benchmarks.workload;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
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
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A private broker for all runs. Each run has its own durable queue. */
final class RabbitBroker implements Receivers.Broker {
    /** The type of the last message of a queue. */
    private static final String END = "end";

    private final LocalRabbit rabbit;
    private int queues;

    RabbitBroker(LocalRabbit rabbit) {
        this.rabbit = rabbit;
    }

    Connection connect() throws IOException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(rabbit.host());
        factory.setPort(rabbit.port());
        factory.setUsername(rabbit.user());
        factory.setPassword(rabbit.password());
        factory.setAutomaticRecoveryEnabled(false);
        try {
            return factory.newConnection("bench");
        } catch (TimeoutException e) {
            throw new IOException("the broker does not answer: " + e, e);
        }
    }

    @Override
    public MessageReceiver open(boolean raw, boolean live, ReceivedMessages received) throws IOException {
        queues++;
        String queue = "bench-" + queues;
        Connection connection = connect();
        Channel channel = connection.createChannel();
        channel.queueDeclare(queue, true, false, false, Map.of());
        Receiver receiver = new Receiver(queue, channel, raw ? new RawRabbitSink(this, queue) : sink(queue), received);
        if (live) {
            receiver.consume();
        }
        return receiver;
    }

    /** Signalbox's sink with its defaults, through the default exchange. */
    private Sink sink(String queue) {
        return new RabbitSink(
                RabbitBrokerSettings.of(
                        "bench",
                        List.of(new BrokerAddress(rabbit.host(), rabbit.port())),
                        new RabbitLogin(rabbit.user(), rabbit.password())),
                RabbitSinkSettings.of("").withRouting(RoutingKeyRule.template(queue)),
                Clock.SYSTEM);
    }

    private static final class Receiver extends DefaultConsumer implements MessageReceiver {
        private final String queue;
        private final Sink sink;
        private final ReceivedMessages received;
        private final CountDownLatch ended = new CountDownLatch(1);
        private boolean consuming;

        Receiver(String queue, Channel channel, Sink sink, ReceivedMessages received) {
            super(channel);
            this.queue = queue;
            this.sink = sink;
            this.received = received;
        }

        @Override
        public Sink sink() {
            return sink;
        }

        private void consume() throws IOException {
            consuming = true;
            getChannel().basicConsume(queue, true, this);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            if (END.equals(properties.getType())) {
                ended.countDown();
            } else {
                received.arrived(Workload.numberIn(body, 0));
            }
        }

        /** Everything that was sent before the last message has arrived before it. */
        @Override
        public void readAll() throws InterruptedException {
            AMQP.BasicProperties end =
                    new AMQP.BasicProperties.Builder().type(END).build();
            try {
                if (!consuming) {
                    consume();
                }
                getChannel().basicPublish("", queue, end, new byte[0]);
            } catch (IOException e) {
                throw new IllegalStateException("the queue could not be read: " + e, e);
            }
            if (!ended.await(10, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the queue has no end");
            }
        }

        /** Removes the queue: all runs together would fill the disk. */
        @Override
        public void close() {
            sink.close();
            try {
                getChannel().queueDelete(queue);
            } catch (IOException e) {
                throw new IllegalStateException("the queue " + queue + " could not be removed", e);
            } finally {
                getChannel().getConnection().abort();
            }
        }
    }
}
