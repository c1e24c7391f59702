package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Publishes messages to a RabbitMQ exchange, many at once, with publisher confirms, and in order within each group. */
public final class RabbitSink implements Sink {
    private final RabbitSinkSettings settings;
    private final MessagePreparer preparer;
    private final ConnectionHolder connections;
    private final BatchPublish.SinkContext context;
    private final Set<BatchPublish> underWay = ConcurrentHashMap.newKeySet();

    public RabbitSink(RabbitBrokerSettings broker, RabbitSinkSettings settings, Clock clock) {
        this.settings = settings;
        this.preparer = new MessagePreparer(settings);
        RabbitErrors errors = new RabbitErrors(broker);
        RoutableKeys keys = new RoutableKeys(settings.strictOrder(), clock);
        this.connections = new ConnectionHolder(broker, settings, keys, errors, clock);
        this.context = new BatchPublish.SinkContext(
                connections, keys, errors, settings.exchange(), broker.times().confirm(), clock);
    }

    @Override
    public SinkLimits limits() {
        return settings.limits();
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        BatchPublish call = new BatchPublish(context, preparer.of(batch), notAfter);
        underWay.add(call);
        try {
            return answer(call.run());
        } finally {
            underWay.remove(call);
        }
    }

    private static Answer answer(List<Outcome> outcomes) {
        boolean delivered = outcomes.stream().allMatch(Outcome.Delivered.class::isInstance);
        if (delivered) {
            return Answer.DELIVERED;
        }
        Outcome first = outcomes.getFirst();
        boolean unavailable =
                first instanceof Outcome.Unavailable && outcomes.stream().allMatch(first::equals);
        return unavailable ? new Answer.Whole(first) : new Answer.Each(outcomes);
    }

    @Override
    public void abandon() {
        underWay.forEach(BatchPublish::abandon);
    }

    @Override
    public void close() {
        connections.close();
    }
}
