package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends messages to the topics of a Kafka cluster, many at once, and in order within each group. */
public final class KafkaSink implements Sink {
    private final KafkaCluster cluster;
    private final KafkaSinkSettings settings;
    private final RecordPreparer preparer;
    private final Set<BatchSend> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Does not connect. Closing the last sink closes the cluster's producer. */
    public KafkaSink(KafkaCluster cluster, KafkaSinkSettings settings) {
        this.cluster = cluster;
        this.settings = settings;
        this.preparer = new RecordPreparer(settings);
        cluster.join();
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
        if (closed.get()) {
            return new Answer.Whole(cluster.errors().unavailable("the sink is closed"));
        }
        BatchSend batchSend = new BatchSend(cluster, preparer.of(batch), notAfter);
        underWay.add(batchSend);
        try {
            return answer(batchSend.run());
        } finally {
            underWay.remove(batchSend);
        }
    }

    private static Answer answer(List<Outcome> outcomes) {
        boolean delivered = outcomes.stream().allMatch(Outcome.Delivered.class::isInstance);
        return delivered ? Answer.DELIVERED : new Answer.Each(outcomes);
    }

    /** Sinks that share the producer also lose their records in flight, and send them again. */
    @Override
    public void abandon() {
        underWay.forEach(BatchSend::abandon);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            cluster.leave();
        }
    }
}
