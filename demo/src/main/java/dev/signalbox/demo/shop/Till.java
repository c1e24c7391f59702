package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What the shop has committed, and when. */
public final class Till {
    /** A backlog beyond this is delivered all the same; only its latency isn't measured. */
    private static final int MOST_TIMED = 500_000;

    private final LongAdder orders = new LongAdder();
    private final LongAdder messages = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final AtomicLong lastOrder = new AtomicLong();
    private final ConcurrentMap<String, Long> commits = new ConcurrentHashMap<>();
    private final Clock clock;

    public Till(Clock clock) {
        this.clock = clock;
    }

    /** The clock that commits are timed with. */
    public Clock clock() {
        return clock;
    }

    /** Orders committed so far. */
    public long orders() {
        return orders.sum();
    }

    /** Messages committed so far. */
    public long messages() {
        return messages.sum();
    }

    /** Transactions rolled back so far, each with an order and a message in it. */
    public long rolledBack() {
        return rolledBack.sum();
    }

    /** How long ago the transaction of this message was committed, in nanoseconds; -1 if that isn't known (any more). */
    public long sinceCommit(String id) {
        Long began = commits.remove(id);
        return began == null ? -1 : clock.nanos() - began;
    }

    long nextOrder() {
        return lastOrder.incrementAndGet();
    }

    /** Called just before the commit, because the message may arrive before the commit has come back. */
    void committing(String id) {
        if (commits.size() < MOST_TIMED) {
            commits.put(id, clock.nanos());
        }
    }

    void committed(int messageCount, boolean newOrder) {
        messages.add(messageCount);
        if (newOrder) {
            orders.increment();
        }
    }

    void countRollback() {
        rolledBack.increment();
    }
}
