package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** A new topic, a sink that sends to it, and a thread that reads it from its beginning. */
final class KafkaReceiver implements MessageReceiver {
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);
    private static final int MOST_RECORDS = 5_000;

    private final KafkaBroker broker;
    private final String topic;
    private final ReceivedMessages received;
    private final Sink sink;
    private final Thread reader = Thread.ofPlatform().name("topic-reader").unstarted(this::read);
    /** No more records are sent. */
    private volatile boolean complete;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    KafkaReceiver(KafkaBroker broker, BrokerClient client, boolean live, ReceivedMessages received, Clock clock)
            throws IOException, InterruptedException {
        this.broker = broker;
        this.topic = broker.newTopic();
        this.received = received;
        this.sink = switch (client) {
            case SIGNALBOX -> sink("bench", broker.bootstrapServers(), topic, clock);
            case RAW ->
                new RawKafkaSink(
                        KafkaClusterSettings.of("bench", broker.bootstrapServers())
                                .producer(),
                        topic);
        };
        if (live) {
            reader.start();
        }
    }

    /** Signalbox's sink with its defaults. */
    static Sink sink(String name, String bootstrapServers, String topic, Clock clock) {
        return new KafkaSink(
                new KafkaCluster(KafkaClusterSettings.of(name, bootstrapServers), clock),
                KafkaSinkSettings.DEFAULTS.withTopic(topic));
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public void readAll() throws InterruptedException {
        complete = true;
        if (reader.getState() == Thread.State.NEW) {
            reader.start();
        }
        reader.join();
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the topic could not be read: " + cause, cause);
        }
    }

    @Override
    public void close() {
        sink.close();
        closed = true;
        broker.remove(topic);
    }

    private void read() {
        List<TopicPartition> partitions = IntStream.range(0, KafkaBroker.PARTITIONS)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "enable.auto.commit",
                "false",
                "enable.metrics.push",
                "false",
                "max.poll.records",
                MOST_RECORDS);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = null;
            while (!closed && (ends == null || !isPast(consumer, ends))) {
                if (complete && ends == null) {
                    ends = consumer.endOffsets(partitions);
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(LONGEST_POLL)) {
                    received.arrived(Workload.numberIn(record.value(), 0));
                }
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private static boolean isPast(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
