package dev.signalbox.benchmarks.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters and latencies of a run.
 *
 * @param answers of new orders and of changes
 * @param events from the order's transaction to the reader of Kafka
 * @param accepted new orders that were accepted
 * @param errors answers other than 2xx, and requests without an answer
 * @param dropped requests that were not sent because too many were in flight
 */
record LoadCounters(
        LatencyHistogram creations,
        LatencyHistogram changes,
        LatencyHistogram answers,
        LatencyHistogram events,
        LongAdder accepted,
        LongAdder errors,
        LongAdder dropped,
        AtomicInteger inFlight,
        Map<String, LongAdder> byLabel) {
    LoadCounters() {
        this(
                new LatencyHistogram(),
                new LatencyHistogram(),
                new LatencyHistogram(),
                new LatencyHistogram(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new AtomicInteger(),
                new ConcurrentHashMap<>());
    }

    void answered(OrderStep step, OrderRequestSender.Answer answer, long nanos, boolean counts) {
        (step == OrderStep.CREATED ? creations : changes).add(nanos, counts);
        answers.add(nanos, counts);
        byLabel.computeIfAbsent(answer.label(), _ -> new LongAdder()).increment();
        if (!answer.isAccepted()) {
            errors.increment();
        } else if (step == OrderStep.CREATED) {
            accepted.increment();
        }
    }

    /** How often each status or failure occurred. */
    Map<String, Long> labels() {
        Map<String, Long> counts = new TreeMap<>();
        byLabel.forEach((label, count) -> counts.put(label, count.sum()));
        return counts;
    }
}
