package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.LatencyHistogram;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The orders of one run, and what was measured so far; {@code labels} counts each status or failure. */
record LoadState(
        String run,
        Plan plan,
        List<TracedOrder> orders,
        LatencyHistogram answers,
        LatencyHistogram events,
        Map<String, Long> labels,
        LongAdder dropped,
        LongAdder unreadable) {
    static final String CREATED_TOPIC = "OrderCreated";
    static final List<String> TOPICS = List.of(CREATED_TOPIC, "OrderStatusChanged");

    private static final int MOST_FAULTS = 5;
    private static final InstantSource WALL_CLOCK = InstantSource.system();

    /** Orders at a constant rate a second, fixed before the first request (an open model): slow answers do not change it. */
    record Plan(double rate, Duration warmUp, Duration duration) {
        long size() {
            return Math.round(rate * warmUp.plus(duration).toMillis() / 1e3);
        }

        /** Nanoseconds from the beginning until an order is due. */
        long due(int order) {
            return (long) (order * 1e9 / rate);
        }

        boolean counts(long nanos) {
            return nanos >= warmUp.toNanos() && nanos <= warmUp.plus(duration).toNanos();
        }
    }

    static LoadState of(String run, Plan plan) {
        return new LoadState(
                run,
                plan,
                IntStream.range(0, Math.toIntExact(plan.size()))
                        .mapToObj(_ -> new TracedOrder())
                        .toList(),
                new LatencyHistogram(),
                new LatencyHistogram(),
                new ConcurrentHashMap<>(),
                new LongAdder(),
                new LongAdder());
    }

    /** Identifies an order, even when an answer is lost. */
    String correlationId(int order) {
        return run + "-" + order;
    }

    /** The order with this correlation id; empty if it does not belong to this run. */
    Optional<Integer> numberOf(String correlationId) {
        return Optional.of(correlationId)
                .filter(id -> id.matches(run + "-[0-9]{1,9}"))
                .map(id -> Integer.parseInt(id.substring(run.length() + 1)))
                .filter(number -> number < orders.size());
    }

    boolean counts(int order) {
        return plan.counts(plan.due(order));
    }

    void arrived(ConsumerRecord<byte[], byte[]> record) {
        try {
            int order = Optional.ofNullable(record.headers().lastHeader("correlationId"))
                    .flatMap(header -> numberOf(new String(header.value(), StandardCharsets.UTF_8)))
                    .orElseThrow();
            JsonNode event = JsonMapper.shared().readTree(record.value());
            boolean creation = record.topic().equals(CREATED_TOPIC);
            String happened = event.path(creation ? "createdAt" : "changedAt").asString();
            Duration latency = Duration.between(Instant.parse(happened), WALL_CLOCK.instant());
            orders.get(order)
                    .arrived(event.path(creation ? "status" : "newStatus").asString(), record.timestamp());
            events.add(latency.toNanos(), counts(order));
        } catch (JacksonException | DateTimeParseException | NoSuchElementException e) {
            unreadable.increment();
        }
    }

    /** Answers other than 2xx, and requests without an answer. */
    long errors() {
        return labels.entrySet().stream()
                .filter(label -> !label.getKey().startsWith("2"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    long sum(ToLongFunction<TracedOrder> value) {
        return orders.stream().mapToLong(value).sum();
    }

    /** The first orders whose events are missing or out of order, by their correlation ids. */
    List<String> faults() {
        return IntStream.range(0, orders.size())
                .boxed()
                .flatMap(order -> orders.get(order).fault().map(fault -> correlationId(order) + ": " + fault).stream())
                .limit(MOST_FAULTS)
                .toList();
    }
}
