package dev.signalbox.benchmarks.workload;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import java.io.IOException;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** RabbitMQ's client alone: publishes a batch of persistent messages and waits for all confirms. */
final class RawRabbitSink implements Sink {
    private static final long LONGEST_WAIT = 30_000;
    private static final int PERSISTENT = 2;

    private final RabbitBroker broker;
    private final String queue;
    private @Nullable Connection connection;
    private @Nullable Channel channel;

    RawRabbitSink(RabbitBroker broker, String queue) {
        this.broker = broker;
        this.queue = queue;
    }

    @Override
    public SinkLimits limits() {
        return RabbitSinkSettings.of("").limits();
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        try {
            Channel ready = connected();
            for (Message message : batch) {
                ready.basicPublish(
                        "", queue, true, properties(message), message.payload().bytes());
            }
            ready.waitForConfirmsOrDie(LONGEST_WAIT);
            return Answer.DELIVERED;
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException("not all of a batch was confirmed: " + e, e);
        }
    }

    /** The same as those of the sink. */
    private static AMQP.BasicProperties properties(Message message) {
        return new AMQP.BasicProperties.Builder()
                .deliveryMode(PERSISTENT)
                .messageId(message.id())
                .type(message.type())
                .timestamp(Date.from(message.createdAt()))
                .appId("raw-loop")
                .contentType("application/json")
                .headers(Map.of("aggregateType", "RESTAURANT", "group", String.valueOf(message.group())))
                .build();
    }

    /** Created with the first message, as that of the sink is. */
    private Channel connected() throws IOException {
        if (channel == null) {
            connection = broker.connect();
            channel = connection.createChannel();
            channel.confirmSelect();
        }
        return channel;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.abort();
        }
    }
}
