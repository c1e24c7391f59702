package dev.signalbox.benchmarks.workload;

import dev.signalbox.benchmarks.report.LatencyHistogram;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** Records messages that many threads receive: which, when, how often, and whether one overtook another. */
public final class ReceivedMessages {
    private final int messages;
    private final AtomicLongArray seen;
    /** The latest message of each group; if all are in order, only the first entry is used. */
    private final AtomicLongArray latest = new AtomicLongArray(Workload.GROUPS);

    /** When each message arrived; empty if that is not needed. */
    private final AtomicLongArray arrivals;

    private final DeliveryCounter distinct;
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong overtaken = new AtomicLong();
    private final boolean globalOrder;

    /** For messages from 0 on. In global order no message may overtake another one, otherwise none of its group. */
    public ReceivedMessages(int messages, boolean globalOrder, boolean timed) {
        this.globalOrder = globalOrder;
        this.messages = messages;
        this.seen = new AtomicLongArray(messages / Long.SIZE + 1);
        this.arrivals = new AtomicLongArray(timed ? messages : 0);
        this.distinct = new DeliveryCounter(messages);
        for (int group = 0; group < Workload.GROUPS; group++) {
            latest.set(group, -1);
        }
    }

    public void arrived(long number) {
        int index = Math.toIntExact(number);
        if (index >= messages) {
            throw new IllegalArgumentException("message " + number + " was never written");
        }
        long bit = 1L << (index % Long.SIZE);
        if ((seen.getAndAccumulate(index / Long.SIZE, bit, (before, mine) -> before | mine) & bit) != 0) {
            duplicates.incrementAndGet();
            return;
        }
        int group = globalOrder ? 0 : Workload.groupOf(number);
        if (latest.getAndAccumulate(group, number, Math::max) > number) {
            overtaken.incrementAndGet();
        }
        if (arrivals.length() > 0) {
            arrivals.set(index, Clock.SYSTEM.nanos());
        }
        distinct.add(1);
    }

    public int expected() {
        return messages;
    }

    public DeliveryCounter distinct() {
        return distinct;
    }

    public boolean has(int number) {
        return (seen.get(number / Long.SIZE) & (1L << (number % Long.SIZE))) != 0;
    }

    public long arrivedAt(int number) {
        return arrivals.get(number);
    }

    /**
     * How long messages took to arrive. One can arrive before its sender has the answer: that is no negative time.
     *
     * @param sentAt the time of each message
     * @param from the first message that counts
     */
    public LatencyHistogram.Percentiles latencies(long[] sentAt, int from) {
        LatencyHistogram latencies = new LatencyHistogram();
        IntStream.range(from, messages)
                .filter(this::has)
                .forEach(number -> latencies.add(arrivedAt(number) - sentAt[number], true));
        return latencies.all();
    }

    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (duplicates.get() > 0) {
            faults.add(duplicates + " delivered twice");
        }
        if (overtaken.get() > 0) {
            faults.add(overtaken + (globalOrder ? " overtaken" : " overtaken in their group"));
        }
        return faults;
    }
}
