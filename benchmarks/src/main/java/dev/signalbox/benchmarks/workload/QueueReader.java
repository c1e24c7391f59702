package dev.signalbox.benchmarks.workload;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads a queue from its beginning, and enters each message into the ledger. */
final class QueueReader implements AutoCloseable {
    /** The last message of all, which this reader itself puts behind the others. */
    private static final String END = "end";

    private static final long LONGEST_MINUTES = 10;

    private final RabbitBroker broker;
    private final String queue;
    private final Ledger ledger;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Connection connection;

    QueueReader(RabbitBroker broker, String queue, Ledger ledger) {
        this.broker = broker;
        this.queue = queue;
        this.ledger = ledger;
    }

    void start() throws IOException {
        connection = broker.connect();
        Channel channel = connection.createChannel();
        channel.basicConsume(queue, true, new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                if (END.equals(properties.getType())) {
                    ended.countDown();
                } else {
                    ledger.arrived(Workload.numberIn(body, 0));
                }
            }
        });
    }

    /** Starts if it has not been started; returns when it has read all that is there. */
    void readToTheEnd() throws InterruptedException {
        try {
            if (connection == null) {
                start();
            }
            putEnd();
        } catch (IOException e) {
            throw new IllegalStateException("the queue could not be read: " + e, e);
        }
        if (!ended.await(LONGEST_MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the queue has no end");
        }
    }

    private void putEnd() throws IOException {
        Connection own = broker.connect();
        try {
            own.createChannel()
                    .basicPublish(
                            "",
                            queue,
                            new AMQP.BasicProperties.Builder().type(END).build(),
                            new byte[0]);
        } finally {
            own.close();
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.abort();
        }
    }
}
