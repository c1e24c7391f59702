package dev.signalbox.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the events of a run from both topics on its own thread. */
final class OrderEventReader implements AutoCloseable {
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final int MOST_RECORDS = 5_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final LoadState state;
    private final InstantSource wallClock;
    private final Thread thread = Thread.ofPlatform().name("event-reader").unstarted(this::read);
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    private OrderEventReader(KafkaConsumer<byte[], byte[]> consumer, LoadState state, InstantSource wallClock) {
        this.consumer = consumer;
        this.state = state;
        this.wallClock = wallClock;
    }

    /** Reads new events from now on. */
    static OrderEventReader start(String bootstrapServers, LoadState state, InstantSource wallClock)
            throws IOException {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                "false",
                "enable.metrics.push",
                "false",
                "max.poll.records",
                MOST_RECORDS);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = Stream.of(OrderStep.CREATED_TOPIC, OrderStep.CHANGED_TOPIC)
                    .flatMap(topic -> consumer.partitionsFor(topic, START_TIMEOUT).stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(partition -> consumer.position(partition, START_TIMEOUT));
        } catch (KafkaException e) {
            consumer.close();
            throw new IOException(
                    "Kafka at " + bootstrapServers + " cannot be read: " + e.getMessage() + " (are there the topics "
                            + OrderStep.CREATED_TOPIC + " and " + OrderStep.CHANGED_TOPIC + "?)",
                    e);
        }
        OrderEventReader reader = new OrderEventReader(consumer, state, wallClock);
        reader.thread.start();
        return reader;
    }

    /** Stops reading; returns the failure that ended reading early, if there was one. */
    Optional<String> stop() throws InterruptedException {
        closed = true;
        thread.join();
        return Optional.ofNullable(failure).map(cause -> "Kafka could not be read to the end: " + cause.getMessage());
    }

    @Override
    public void close() {
        closed = true;
    }

    private void read() {
        try (consumer) {
            while (!closed) {
                var records = consumer.poll(LONGEST_POLL);
                Instant now = wallClock.instant();
                records.forEach(record -> check(record, now));
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void check(ConsumerRecord<byte[], byte[]> record, Instant now) {
        Header correlation = record.headers().lastHeader("correlationId");
        OptionalInt order = correlation == null
                ? OptionalInt.empty()
                : state.orders().numberOf(new String(correlation.value(), StandardCharsets.UTF_8));
        if (order.isEmpty()) {
            return; // of another run or application
        }
        try {
            JsonNode event = JsonMapper.shared().readTree(record.value());
            boolean creation = record.topic().equals(OrderStep.CREATED_TOPIC);
            OrderStep step = creation
                    ? OrderStep.CREATED
                    : OrderStep.ofStatus(event.path("newStatus").asString()).orElseThrow();
            Instant happened = Instant.parse(
                    event.path(creation ? "createdAt" : "changedAt").asString());
            state.check().arrived(order.getAsInt(), step, brokerTime(record));
            state.counters()
                    .events()
                    .add(
                            Duration.between(happened, now).toNanos(),
                            state.schedule().counts(order.getAsInt()));
        } catch (JacksonException | DateTimeParseException | NoSuchElementException e) {
            state.check().unreadable();
        }
    }

    private static OptionalLong brokerTime(ConsumerRecord<byte[], byte[]> record) {
        return record.timestampType() == TimestampType.LOG_APPEND_TIME
                ? OptionalLong.of(record.timestamp())
                : OptionalLong.empty();
    }
}
