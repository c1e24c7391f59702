package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.embedded.process.StopSignal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads along in Kafka, to compare later. It is in no group, so the consumer does not notice. */
final class TopicReader implements Runnable {
    static final List<String> TOPICS = List.of("OrderCreated", "OrderStatusChanged");

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LAST_LOOK = Duration.ofSeconds(10);

    private final Map<String, Object> settings;
    private final EventLedger ledger;
    private final StopSignal ending;
    private final News news;
    private final Clock clock;
    private volatile @Nullable String failure;

    TopicReader(String servers, EventLedger ledger, Place place) {
        this.settings =
                Map.of("bootstrap.servers", servers, "enable.auto.commit", "false", "default.api.timeout.ms", "10000");
        this.ledger = ledger;
        this.ending = place.ending();
        this.news = place.news();
        this.clock = place.clock();
    }

    /** Until the sign to end was given, and all that was there by then has been read. */
    @Override
    public void run() {
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = TOPICS.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(part -> new TopicPartition(part.topic(), part.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!ending.hasBegun()) {
                read(consumer);
            }
            long latest = clock.nanos() + LAST_LOOK.toNanos();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (clock.nanos() < latest
                    && partitions.stream().anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
                read(consumer);
            }
        } catch (KafkaException e) {
            failure = "Kafka cannot be read any more: " + e.getMessage();
            news.add(News.Tone.BAD, failure);
        }
    }

    /** Why it has not read all that there is. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    private void read(KafkaConsumer<String, byte[]> consumer) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            Header id = record.headers().lastHeader("messageId");
            String number = id == null ? "" : new String(id.value(), StandardCharsets.UTF_8);
            if (record.key() != null && number.matches("[0-9]{1,9}")) { // others are not of the order service
                ledger.note(record.topic(), record.key(), Integer.parseInt(number));
            }
        }
    }
}
