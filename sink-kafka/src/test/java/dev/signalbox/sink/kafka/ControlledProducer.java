package dev.signalbox.sink.kafka;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer whose answers the test controls; like Kafka's, it fails its buffered records when it is closed. */
final class ControlledProducer extends MockProducer<byte[], byte[]> {
    static final String TOPIC = "things";

    private static final Node BROKER = new Node(1, "127.0.0.1", 1);

    private final AtomicInteger flushes = new AtomicInteger();

    ControlledProducer() {
        super(cluster(), false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Cluster cluster() {
        Node[] replicas = {BROKER};
        PartitionInfo only = new PartitionInfo(TOPIC, 0, BROKER, replicas, replicas);
        return new Cluster("puppet", List.of(BROKER), List.of(only), Set.of(), Set.of());
    }

    void awaitRecords(int count) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> history().size() >= count);
    }

    List<String> keys() {
        return history().stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Kafka's own mock would complete all records. */
    @Override
    public synchronized void flush() {
        flushes.incrementAndGet();
    }

    void awaitFlushes(int count) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> flushes.get() >= count);
    }

    void answerNext() {
        await().pollInterval(Duration.ofMillis(2)).until(this::completeNext);
    }

    void failNext(RuntimeException failure) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> errorNext(failure));
    }

    @Override
    public void close(@Nullable Duration timeout) {
        super.close(timeout);
        KafkaException closed = new KafkaException("Producer is closed forcefully.");
        while (errorNext(closed)) {
            // Each record's callback reports the failure.
        }
    }
}
