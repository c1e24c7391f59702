package dev.signalbox.benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Assigns the records of both topics to their orders. */
record OrderEvents(LoadState state, InstantSource wallClock, LongAdder unreadable) {
    static final String CREATED_TOPIC = "OrderCreated";
    static final List<String> TOPICS = List.of(CREATED_TOPIC, "OrderStatusChanged");

    void read(ConsumerRecord<byte[], byte[]> record) {
        try {
            int order = Optional.ofNullable(record.headers().lastHeader("correlationId"))
                    .flatMap(header -> state.numberOf(new String(header.value(), StandardCharsets.UTF_8)))
                    .orElseThrow();
            JsonNode event = JsonMapper.shared().readTree(record.value());
            boolean creation = record.topic().equals(CREATED_TOPIC);
            String happened = event.path(creation ? "createdAt" : "changedAt").asString();
            Duration latency = Duration.between(Instant.parse(happened), wallClock.instant());
            state.orders()
                    .get(order)
                    .arrived(event.path(creation ? "status" : "newStatus").asString(), record.timestamp());
            state.events().add(latency.toNanos(), state.plan().counts(order));
        } catch (JacksonException | DateTimeParseException | NoSuchElementException e) {
            unreadable.increment();
        }
    }
}
