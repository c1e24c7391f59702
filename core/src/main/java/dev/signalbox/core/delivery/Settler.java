package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Collects verdicts and records them together: while one write is under way the next one fills. A second write starts
 * beside the first only once it is large: then writing is the bottleneck.
 *
 * <p>A failed write is repeated in smaller parts, so that a row that cannot be written does not hold up the others.
 */
final class Settler {
    private static final long FIRST_RETRY = Duration.ofMillis(100).toNanos();
    private static final long BUSY_RETRY = Duration.ofMillis(200).toNanos();
    private static final long LAST_RETRY = Duration.ofSeconds(2).toNanos();

    /** A verdict, and the lane that waits for it to be recorded. */
    record Entry(Lane lane, Settlement settlement) {}

    /** Verdicts to be recorded together; the number is unique among the settler's writes. */
    record Write(long number, List<Settlement> settlements) {}

    private static final int MOST_WRITES = 2;

    private final int maxBatch;
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    /** Rows that were locked, and when to try them again. */
    private final ArrayDeque<Entry> busy = new ArrayDeque<>();

    private long busyUntil;
    private final Map<Long, List<Entry>> writing = new LinkedHashMap<>();
    private long writes;
    /** The first write that began after the last failure: earlier ones say nothing about it. */
    private long judgedFrom;

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

    /** Postpones an entry of the last write because its row is locked. */
    void postpone(Entry entry, long now) {
        busy.add(entry);
        busyUntil = now + BUSY_RETRY;
    }

    boolean isDue(long now) {
        return now >= dueAt();
    }

    long dueAt() {
        if (!writing.isEmpty() && !isWorthAnother()) {
            return Long.MAX_VALUE;
        }
        long next = waiting.isEmpty() ? Long.MAX_VALUE : notBefore;
        return busy.isEmpty() ? next : Math.min(next, Math.max(busyUntil, notBefore));
    }

    private boolean isWorthAnother() {
        return writing.size() < MOST_WRITES && limit == maxBatch && waiting.size() >= Math.ceilDiv(maxBatch, 2);
    }

    boolean isIdle() {
        return writing.isEmpty() && waiting.isEmpty() && busy.isEmpty();
    }

    /** Messages that are delivered and not recorded yet. */
    Stream<Message> completed() {
        return entries()
                .map(Entry::settlement)
                .filter(settlement -> settlement.verdict() instanceof Verdict.Complete)
                .map(Settlement::message);
    }

    private Stream<Entry> entries() {
        Stream<Entry> written = writing.values().stream().flatMap(List::stream);
        return Stream.concat(written, Stream.concat(waiting.stream(), busy.stream()));
    }

    /** Whether a verdict on this message is not recorded yet. */
    boolean records(String id) {
        return entries().anyMatch(entry -> entry.settlement().message().id().equals(id));
    }

    Write next(long now) {
        if (!busy.isEmpty() && now >= busyUntil) {
            waiting.addAll(busy);
            busy.clear();
        }
        int size = Math.min(limit, waiting.size());
        List<Entry> entries = new ArrayList<>(size);
        List<Settlement> settlements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Entry entry = waiting.remove();
            entries.add(entry);
            settlements.add(entry.settlement());
        }
        long number = writes++;
        writing.put(number, entries);
        return new Write(number, settlements);
    }

    /** The write succeeded; returns its entries. */
    List<Entry> written(long number) {
        if (number >= judgedFrom) {
            failures = 0;
            notBefore = Long.MIN_VALUE;
            limit = Math.min(maxBatch, limit * 2);
        }
        return taken(number);
    }

    void failed(long number, long now) {
        // To the back, so that a part that can be written gets its turn.
        waiting.addAll(taken(number));
        judgedFrom = writes;
        limit = Math.max(1, limit / 2);
        notBefore = now + Math.min(FIRST_RETRY << Math.min(failures, 8), LAST_RETRY);
        failures++;
    }

    private List<Entry> taken(long number) {
        List<Entry> entries = writing.remove(number);
        return entries == null ? List.of() : entries;
    }

    void clear() {
        waiting.clear();
        busy.clear();
        writing.clear();
        failures = 0;
        notBefore = Long.MIN_VALUE;
        limit = maxBatch;
    }
}
