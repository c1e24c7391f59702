package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gathers verdicts and has them recorded together, one write at a time: while a write is on its way the next one fills.
 *
 * <p>A write that failed is repeated in smaller parts, so that a row that cannot be written does not hold up the others.
 */
final class Settler {
    private static final long FIRST_RETRY = Duration.ofMillis(100).toNanos();
    private static final long BUSY_RETRY = Duration.ofMillis(200).toNanos();
    private static final long LAST_RETRY = Duration.ofSeconds(2).toNanos();

    /** A verdict, and the lane that waits for it to be recorded. */
    record Entry(Lane lane, Settlement settlement) {}

    private final int maxBatch;
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    /** Rows that were locked by somebody, and when to try them again. */
    private final ArrayDeque<Entry> busy = new ArrayDeque<>();

    private long busyUntil;
    private List<Entry> writing = List.of();
    private int limit;
    private int failures;
    private long notBefore = Long.MIN_VALUE;

    Settler(int maxBatch) {
        this.maxBatch = maxBatch;
        this.limit = maxBatch;
    }

    void add(Lane lane, Settlement settlement) {
        waiting.add(new Entry(lane, settlement));
    }

    /** Puts an entry of the last write aside for a while. */
    void postpone(Entry entry, long now) {
        busy.add(entry);
        busyUntil = now + BUSY_RETRY;
    }

    boolean isDue(long now) {
        return now >= dueAt();
    }

    long dueAt() {
        if (!writing.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long next = waiting.isEmpty() ? Long.MAX_VALUE : notBefore;
        return busy.isEmpty() ? next : Math.min(next, Math.max(busyUntil, notBefore));
    }

    boolean isIdle() {
        return writing.isEmpty() && waiting.isEmpty() && busy.isEmpty();
    }

    /** What was delivered and is not recorded yet. */
    Stream<Message> completed() {
        return Stream.of(writing, waiting, busy)
                .flatMap(Collection::stream)
                .map(Entry::settlement)
                .filter(settlement -> settlement.verdict() instanceof Verdict.Complete)
                .map(Settlement::message);
    }

    /** Whether a verdict on this message is yet to be recorded. */
    boolean records(String id) {
        return Stream.of(writing, waiting, busy)
                .flatMap(Collection::stream)
                .anyMatch(entry -> entry.settlement().message().id().equals(id));
    }

    List<Settlement> next(long now) {
        if (!busy.isEmpty() && now >= busyUntil) {
            waiting.addAll(busy);
            busy.clear();
        }
        writing = new ArrayList<>(Math.min(limit, waiting.size()));
        while (writing.size() < limit && !waiting.isEmpty()) {
            writing.add(waiting.remove());
        }
        return writing.stream().map(Entry::settlement).toList();
    }

    /** The write succeeded; hands out what it was about. */
    List<Entry> written() {
        List<Entry> done = writing;
        writing = List.of();
        failures = 0;
        notBefore = Long.MIN_VALUE;
        limit = Math.min(maxBatch, limit * 2);
        return done;
    }

    void failed(long now) {
        // To the back, so that a part which can be written comes to its turn.
        waiting.addAll(writing);
        writing = List.of();
        limit = Math.max(1, limit / 2);
        notBefore = now + Math.min(FIRST_RETRY << Math.min(failures, 8), LAST_RETRY);
        failures++;
    }

    void clear() {
        waiting.clear();
        busy.clear();
        writing = List.of();
        failures = 0;
        notBefore = Long.MIN_VALUE;
        limit = maxBatch;
    }
}
