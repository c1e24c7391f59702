package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.embedded.process.StopSignal;
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
final class OrderTopicReader {
    private static final List<String> TOPICS = List.of("OrderCreated", "OrderStatusChanged");
    private static final String CONSUMER_GROUP = "order-summary";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Map<String, Object> settings;
    private final ReceivedMessages received;

    /** Events of an order are ordered within a topic only. */
    private record TopicAndOrder(String topic, String order) {}

    OrderTopicReader(String servers, ReceivedMessages received) {
        this.settings = Map.of(
                "bootstrap.servers", servers,
                "default.api.timeout.ms", TIMEOUT_MILLIS,
                "request.timeout.ms", TIMEOUT_MILLIS);
        this.received = received;
    }

    private KafkaConsumer<String, byte[]> connect() {
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer) {
        return TOPICS.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
    }

    /** Reads until the end is requested, and then the rest. */
    void read(StopSignal end) throws IOException {
        try (KafkaConsumer<String, byte[]> consumer = connect()) {
            List<TopicPartition> partitions = partitions(consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!end.hasBegun()) {
                read(consumer);
            }
            long latest = Clock.SYSTEM.nanos() + LAST_READ.toNanos();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (Clock.SYSTEM.nanos() < latest
                    && partitions.stream().anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
                read(consumer);
            }
        } catch (KafkaException e) {
            throw new IOException("Kafka cannot be read any more: " + e.getMessage(), e);
        }
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
    long countUnread() throws IOException, InterruptedException {
        try (Admin admin = Admin.create(settings);
                KafkaConsumer<String, byte[]> consumer = connect()) {
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
            throw new IOException("Kafka does not report how far the orders' consumer is: " + e.getMessage(), e);
        }
    }
}
