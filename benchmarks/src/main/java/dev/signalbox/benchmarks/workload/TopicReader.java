package dev.signalbox.benchmarks.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads topics from their beginning, on its own thread. */
public final class TopicReader {
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);

    private final Map<String, Object> settings;
    private final List<String> topics;
    private final Consumer<ConsumerRecord<byte[], byte[]>> listener;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("topic-reader").unstarted(this::read);
    private volatile boolean complete;
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    public TopicReader(
            String bootstrapServers, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> listener) {
        this.settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                "false",
                "enable.metrics.push",
                "false",
                "max.poll.records",
                5_000);
        this.topics = List.copyOf(topics);
        this.listener = listener;
    }

    public TopicReader start() {
        thread.start();
        return this;
    }

    /** Returns when all records that were sent before this call are read. */
    public void readAll() throws InterruptedException {
        complete = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        thread.join();
        if (failure != null) {
            throw new IllegalStateException("Kafka could not be read: " + failure, failure);
        }
    }

    /** Stops reading; does not wait for it. */
    public void close() {
        closed = true;
    }

    private void read() {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = null;
            while (!closed && (ends == null || !isPast(consumer, ends))) {
                if (complete && ends == null) {
                    ends = consumer.endOffsets(partitions);
                }
                consumer.poll(LONGEST_POLL).forEach(listener);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private static boolean isPast(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
