package dev.signalbox.demo.orders;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Asks Kafka how far the consumer has read. */
final class ConsumerOffsets {
    private static final int TIMEOUT = 10_000;
    private static final String GROUP = "order-summary";

    private ConsumerOffsets() {}

    /** Records of both topics that it has not come to yet. */
    static long unread(String servers) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(
                "bootstrap.servers", servers, "default.api.timeout.ms", TIMEOUT, "request.timeout.ms", TIMEOUT))) {
            Map<TopicPartition, OffsetSpec> ends =
                    admin.describeTopics(TopicReader.TOPICS).allTopicNames().get().values().stream()
                            .flatMap(topic -> topic.partitions().stream()
                                    .map(part -> new TopicPartition(topic.name(), part.partition())))
                            .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));
            Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            long unread = 0;
            for (var end : admin.listOffsets(ends).all().get().entrySet()) {
                OffsetAndMetadata offset = read.get(end.getKey());
                unread += end.getValue().offset() - (offset == null ? 0 : offset.offset());
            }
            return unread;
        } catch (ExecutionException e) {
            throw new IOException("Kafka does not say how far the orders' consumer is: " + e.getCause(), e);
        }
    }
}
