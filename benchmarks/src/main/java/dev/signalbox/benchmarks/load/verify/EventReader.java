package dev.signalbox.benchmarks.load.verify;

import dev.signalbox.benchmarks.load.traffic.Meters;
import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.traffic.Schedule;
import dev.signalbox.benchmarks.load.traffic.Step;
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
import java.util.concurrent.atomic.LongAdder;
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

/** Reads the events of this run from both topics, on a thread of its own, and enters them into the ledger. */
public final class EventReader implements AutoCloseable {
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_RECORDS = 5_000;
    private static final String CORRELATION = "correlationId";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final OrderBook orders;
    private final Schedule schedule;
    private final OrderLedger ledger;
    private final Meters meters;
    private final InstantSource wallClock;
    private final Thread thread = Thread.ofPlatform().name("event-reader").unstarted(this::read);
    private volatile boolean closed;
    private final LongAdder unreadable = new LongAdder();
    private volatile @Nullable RuntimeException failure;

    private EventReader(KafkaConsumer<byte[], byte[]> consumer, Subject subject, InstantSource wallClock) {
        this.consumer = consumer;
        this.orders = subject.orders();
        this.schedule = subject.schedule();
        this.ledger = subject.ledger();
        this.meters = subject.meters();
        this.wallClock = wallClock;
    }

    /** What it reads about. */
    public record Subject(OrderBook orders, Schedule schedule, OrderLedger ledger, Meters meters) {}

    /** Reads what comes from now on. */
    public static EventReader start(String bootstrapServers, Subject subject, InstantSource wallClock)
            throws IOException {
        KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrapServers);
        try {
            List<TopicPartition> partitions = Stream.of(Step.CREATIONS, Step.CHANGES)
                    .flatMap(topic -> consumer.partitionsFor(topic, PATIENCE).stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(partition -> consumer.position(partition, PATIENCE));
        } catch (KafkaException e) {
            consumer.close();
            throw new IOException(
                    "Kafka at " + bootstrapServers + " cannot be read: " + e.getMessage() + " (are there the topics "
                            + Step.CREATIONS + " and " + Step.CHANGES + "?)",
                    e);
        }
        EventReader reader = new EventReader(consumer, subject, wallClock);
        reader.thread.start();
        return reader;
    }

    /** Records of this run that are no events of orders. */
    public long unreadable() {
        return unreadable.sum();
    }

    /** Why it reads no more, if something went wrong. */
    public Optional<String> problem() {
        return Optional.ofNullable(failure).map(cause -> "Kafka could not be read to the end: " + cause.getMessage());
    }

    /** Returns when it has stopped reading. */
    public void finish() throws InterruptedException {
        closed = true;
        thread.join();
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
                records.forEach(record -> enter(record, now));
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void enter(ConsumerRecord<byte[], byte[]> record, Instant now) {
        OptionalInt order = orders.numberOf(correlation(record));
        if (order.isEmpty()) {
            return; // somebody else's
        }
        try {
            JsonNode event = JsonMapper.shared().readTree(record.value());
            boolean creation = record.topic().equals(Step.CREATIONS);
            Step step = creation
                    ? Step.CREATED
                    : Step.to(event.path("newStatus").asString()).orElseThrow();
            Instant happened = Instant.parse(
                    event.path(creation ? "createdAt" : "changedAt").asString());
            ledger.arrived(order.getAsInt(), step, brokersTime(record));
            meters.arrived(Duration.between(happened, now).toNanos(), schedule.counts(order.getAsInt()));
        } catch (JacksonException | DateTimeParseException | NoSuchElementException e) {
            unreadable.increment();
        }
    }

    private static OptionalLong brokersTime(ConsumerRecord<byte[], byte[]> record) {
        return record.timestampType() == TimestampType.LOG_APPEND_TIME
                ? OptionalLong.of(record.timestamp())
                : OptionalLong.empty();
    }

    private static String correlation(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(CORRELATION);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
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
