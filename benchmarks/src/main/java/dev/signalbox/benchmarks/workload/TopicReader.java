package dev.signalbox.benchmarks.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads a topic from its beginning on a thread of its own, and enters each record into the ledger. */
final class TopicReader implements AutoCloseable {
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);
    private static final int MOST_RECORDS = 5_000;

    private final String bootstrapServers;
    private final List<TopicPartition> partitions;
    private final Ledger ledger;
    private final Thread thread = Thread.ofPlatform().name("topic-reader").unstarted(this::read);
    /** Nothing is added any more. */
    private volatile boolean complete;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    TopicReader(String bootstrapServers, String topic, Ledger ledger) {
        this.bootstrapServers = bootstrapServers;
        this.partitions = IntStream.range(0, KafkaBroker.PARTITIONS)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        this.ledger = ledger;
    }

    void start() {
        thread.start();
    }

    /** Starts if it has not been started; returns when it has read all that is there. */
    void readToTheEnd() throws InterruptedException {
        complete = true;
        if (thread.getState() == Thread.State.NEW) {
            start();
        }
        thread.join();
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the topic could not be read: " + cause, cause);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = null;
            while (!closed && (ends == null || !isPast(consumer, ends))) {
                if (complete && ends == null) {
                    ends = consumer.endOffsets(partitions);
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(LONGEST_POLL)) {
                    ledger.arrived(Workload.numberIn(record.value(), 0));
                }
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private static boolean isPast(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                "false",
                "enable.metrics.push",
                "false",
                "max.poll.records",
                MOST_RECORDS);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
