package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.examples.BrokerReader;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the topics of the order service. It is in no consumer group, so it does not affect the example's consumer. */
final class OrderTopicReader implements BrokerReader {
    private static final List<String> TOPICS = List.of("OrderCreated", "OrderStatusChanged");
    private static final String CONSUMER_GROUP = "order-summary";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final int TIMEOUT_MILLIS = 10_000;

    private final String servers;
    private final ReceivedMessages received;
    private final StopSignal ending;
    private final Clock clock;
    private volatile @Nullable String failure;

    /** Events of an order are ordered within a topic only. */
    private record TopicAndOrder(String topic, String order) {}

    OrderTopicReader(String servers, ReceivedMessages received, StopSignal ending, Clock clock) {
        this.servers = servers;
        this.received = received;
        this.ending = ending;
        this.clock = clock;
    }

    private static KafkaConsumer<String, byte[]> connect(String servers) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        servers,
                        "enable.auto.commit",
                        "false",
                        "default.api.timeout.ms",
                        TIMEOUT_MILLIS),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer) {
        return TOPICS.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
    }

    @Override
    public void run() {
        try (KafkaConsumer<String, byte[]> consumer = connect(servers)) {
            List<TopicPartition> partitions = partitions(consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!ending.hasBegun()) {
                read(consumer);
            }
            long latest = clock.nanos() + LAST_READ.toNanos();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (clock.nanos() < latest
                    && partitions.stream().anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
                read(consumer);
            }
        } catch (KafkaException e) {
            failure = "Kafka cannot be read any more: " + e.getMessage();
        }
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    private void read(KafkaConsumer<String, byte[]> consumer) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            Header header = record.headers().lastHeader("messageId");
            String id = header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
            if (record.key() != null && id.matches("[0-9]{1,9}")) { // others are not from the order service
                long row = Long.parseLong(id);
                received.add(row, new TopicAndOrder(record.topic(), record.key()), row);
            }
        }
    }

    /** How many records the example's consumer has not read. */
    static long countUnread(String servers) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(
                        "bootstrap.servers",
                        servers,
                        "default.api.timeout.ms",
                        TIMEOUT_MILLIS,
                        "request.timeout.ms",
                        TIMEOUT_MILLIS));
                KafkaConsumer<String, byte[]> consumer = connect(servers)) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(CONSUMER_GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            long unread = 0;
            for (Map.Entry<TopicPartition, Long> end :
                    consumer.endOffsets(partitions(consumer)).entrySet()) {
                OffsetAndMetadata offset = committed.get(end.getKey());
                unread += end.getValue() - (offset == null ? 0 : offset.offset());
            }
            return unread;
        } catch (ExecutionException | KafkaException e) {
            throw new IOException("Kafka does not tell how far the orders' consumer is: " + e.getMessage(), e);
        }
    }
}
