package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

/** Reads the topics of the order service. It is in no consumer group, so it does not affect the example's consumer. */
final class OrderTopicReader implements AutoCloseable {
    private static final List<String> TOPICS = List.of("OrderCreated", "OrderStatusChanged");
    private static final String CONSUMER_GROUP = "order-summary";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LAST_READ = Duration.ofSeconds(10);

    private final Map<String, Object> settings;
    private final ReceivedMessages received;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final PeriodicTask task;

    /** Events of an order are ordered within a topic only. */
    private record TopicAndOrder(String topic, String order) {}

    /** Reads until it is closed, or until the rest is read. */
    static OrderTopicReader start(String servers, ReceivedMessages received) throws IOException {
        try {
            return new OrderTopicReader(servers, received);
        } catch (KafkaException e) {
            throw new IOException("Kafka cannot be read: " + e.getMessage(), e);
        }
    }

    private OrderTopicReader(String servers, ReceivedMessages received) {
        this.settings =
                Map.of("bootstrap.servers", servers, "default.api.timeout.ms", 10_000, "request.timeout.ms", 10_000);
        this.received = received;
        this.consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
        this.partitions = TOPICS.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        this.task = new PeriodicTask("orders-reader", POLL, this::read, _ -> {});
    }

    private synchronized void read() {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            Header header = record.headers().lastHeader("messageId");
            String id = header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
            if (record.key() != null && id.matches("[0-9]{1,9}")) { // others are not from the order service
                long row = Long.parseLong(id);
                received.add(row, new TopicAndOrder(record.topic(), record.key()), row);
            }
        }
    }

    /** Reads all that is left, also if an earlier read has failed. */
    void readRest() throws IOException, InterruptedException {
        task.stop();
        try {
            readToEnd();
        } catch (KafkaException e) {
            throw new IOException("Kafka cannot be read any more: " + e.getMessage(), e);
        }
    }

    private void readToEnd() {
        long latest = Clock.SYSTEM.nanos() + LAST_READ.toNanos();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (Clock.SYSTEM.nanos() < latest
                && partitions.stream().anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
            read();
        }
    }

    synchronized long countUnread() throws IOException, InterruptedException {
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(CONSUMER_GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            return consumer.endOffsets(partitions).entrySet().stream()
                    .mapToLong(end -> {
                        OffsetAndMetadata offset = committed.get(end.getKey());
                        return end.getValue() - (offset == null ? 0 : offset.offset());
                    })
                    .sum();
        } catch (ExecutionException | KafkaException e) {
            throw new IOException("Kafka does not report how far the orders' consumer is: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        task.askToStop();
        synchronized (this) {
            consumer.close();
        }
    }
}
