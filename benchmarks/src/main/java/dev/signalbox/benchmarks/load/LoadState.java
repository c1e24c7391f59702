package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.LatencyHistogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The orders of one run, and what was measured so far.
 *
 * @param run the unique name of the run
 * @param answers from when a request was due
 * @param events from the order's transaction to the reader of Kafka
 * @param labels how often each status or failure occurred
 * @param dropped requests that were not sent because too many were in flight
 */
record LoadState(
        String run,
        LoadPlan plan,
        List<TracedOrder> orders,
        LatencyHistogram answers,
        LatencyHistogram events,
        Map<String, Long> labels,
        LongAdder dropped) {
    private static final int MOST_FAULTS = 5;

    static LoadState of(String run, LoadPlan plan) {
        return new LoadState(
                run,
                plan,
                IntStream.range(0, Math.toIntExact(plan.size()))
                        .mapToObj(_ -> new TracedOrder())
                        .toList(),
                new LatencyHistogram(),
                new LatencyHistogram(),
                new ConcurrentHashMap<>(),
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
                .flatMap(order -> orders.get(order).fault().stream().map(fault -> correlationId(order) + ": " + fault))
                .limit(MOST_FAULTS)
                .toList();
    }
}
