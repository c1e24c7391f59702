package dev.signalbox.benchmarks.load.traffic;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** All that is counted and timed while orders are made. */
public final class Meters {
    private final Latencies creations = new Latencies();
    private final Latencies changes = new Latencies();
    private final Latencies answers = new Latencies();
    private final Latencies events = new Latencies();
    private final Map<String, LongAdder> labels = new ConcurrentHashMap<>();
    private final LongAdder made = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicInteger inFlight = new AtomicInteger();

    void answered(Step step, Answer answer, long nanos, boolean counts) {
        (step == Step.CREATED ? creations : changes).add(nanos, counts);
        answers.add(nanos, counts);
        labels.computeIfAbsent(answer.label(), _ -> new LongAdder()).increment();
        if (!(answer instanceof Answer.Accepted)) {
            errors.increment();
        } else if (step == Step.CREATED) {
            made.increment();
        }
    }

    void dropped() {
        dropped.increment();
    }

    void began() {
        inFlight.incrementAndGet();
    }

    void ended() {
        inFlight.decrementAndGet();
    }

    /** An event was seen, so long after its transaction. */
    public void arrived(long nanos, boolean counts) {
        events.add(nanos, counts);
    }

    /** Of new orders. */
    public Latencies creations() {
        return creations;
    }

    /** Of changes of their status. */
    public Latencies changes() {
        return changes;
    }

    /** Of both. */
    public Latencies answers() {
        return answers;
    }

    public Latencies events() {
        return events;
    }

    /** How often there was which answer. */
    public Map<String, Long> byLabel() {
        Map<String, Long> counts = new TreeMap<>();
        labels.forEach((label, count) -> counts.put(label, count.sum()));
        return counts;
    }

    /** New orders that were accepted. */
    public long made() {
        return made.sum();
    }

    /** Answers other than 2xx, and requests without one. */
    public long errors() {
        return errors.sum();
    }

    /** Requests that were not sent, because too many waited for their answers. */
    public long droppedRequests() {
        return dropped.sum();
    }

    public int inFlight() {
        return inFlight.get();
    }
}
