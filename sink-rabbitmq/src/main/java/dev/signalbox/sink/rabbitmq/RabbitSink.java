package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Publishes messages to an exchange of RabbitMQ, many at once, each confirmed, and in order within each group. */
public final class RabbitSink implements Sink {
    private final RabbitSinkSettings settings;
    private final Drafts drafts;
    private final Links links;
    private final Call.Shared shared;
    private final Set<Call> underWay = ConcurrentHashMap.newKeySet();

    /** Opens no connection yet. */
    public RabbitSink(RabbitBrokerSettings broker, RabbitSinkSettings settings, Clock clock) {
        this.settings = settings;
        this.drafts = new Drafts(settings);
        Failures failures = new Failures(broker);
        KnownKeys keys = new KnownKeys(settings.strictOrder(), clock);
        this.links = new Links(broker, settings, keys, failures, clock);
        this.shared = new Call.Shared(
                links, keys, failures, settings.exchange(), broker.times().confirm(), clock);
    }

    @Override
    public SinkLimits limits() {
        return settings.limits();
    }

    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        return send(batch, Long.MAX_VALUE);
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        Call call = new Call(shared, drafts.of(batch), notAfter);
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
        underWay.forEach(Call::abandon);
    }

    @Override
    public void close() {
        links.close();
    }

    @Override
    public String toString() {
        return "RabbitSink[" + settings.exchange() + "]";
    }
}
