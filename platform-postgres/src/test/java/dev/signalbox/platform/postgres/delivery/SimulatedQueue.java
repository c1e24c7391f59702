package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.platform.postgres.delivery.StreamRead.FoundRow;
import dev.signalbox.platform.postgres.delivery.StreamRead.NewsOfStream;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The queue in memory, with transactions: answers reads as the statements do. */
final class SimulatedQueue {
    /** A row, and the transaction that wrote it. */
    private record StoredRow(QueueRow row, long xid) {}

    private record GroupOfStream(long stream, String group) {}

    private final TreeMap<QueueKey, StoredRow> rows = new TreeMap<>();
    private final TreeMap<QueueKey, QueueRow> deferred = new TreeMap<>();
    private final TreeMap<QueueKey, QueueRow> givenUp = new TreeMap<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final Map<GroupOfStream, Long> writers = new HashMap<>();
    private long nextXid = 100;
    private long lastPosition = 1_000;

    /** In milliseconds. */
    long now = 1_000_000;

    long begin() {
        open.add(nextXid);
        return nextXid++;
    }

    void commit(long xid) {
        open.remove(xid);
        writers.values().removeIf(writer -> writer == xid);
    }

    Collection<Long> open() {
        return open;
    }

    /** Writers of one group wait for each other: while another one is open, nothing is written. */
    void insert(long xid, long stream, String group) {
        if (writers.computeIfAbsent(new GroupOfStream(stream, group), _ -> xid) == xid) {
            long position = ++lastPosition;
            put(new QueueRow(new QueueKey(stream, position, position), group, now, 0, 0), xid);
        }
    }

    private void put(QueueRow row, long xid) {
        rows.put(row.key(), new StoredRow(row, xid));
    }

    private boolean isVisible(StoredRow row) {
        return !open.contains(row.xid());
    }

    boolean contains(QueueKey key) {
        return rows.containsKey(key);
    }

    boolean isEmpty() {
        return rows.isEmpty() && deferred.isEmpty() && givenUp.isEmpty();
    }

    List<QueueRow> givenUp() {
        return List.copyOf(givenUp.values());
    }

    /** The rows of transactions that have ended. */
    List<QueueRow> visible() {
        return rows.values().stream()
                .filter(this::isVisible)
                .map(StoredRow::row)
                .toList();
    }

    /** What is before this row in its group and has not ended. */
    List<QueueKey> before(QueueRow row) {
        List<QueueRow> all = new ArrayList<>(deferred.values());
        all.addAll(givenUp.values());
        all.addAll(visible());
        return all.stream()
                .filter(it -> isBefore(it, row))
                .map(QueueRow::key)
                .sorted()
                .toList();
    }

    private static boolean isBefore(QueueRow some, QueueRow row) {
        return some.key().stream() == row.key().stream()
                && String.valueOf(some.group()).equals(row.group())
                && some.position() < row.position();
    }

    void delete(QueueKey key) {
        rows.remove(key);
    }

    /** An update: the transaction that wrote the row stays. */
    void update(QueueRow row) {
        rows.computeIfPresent(row.key(), (_, stored) -> new StoredRow(row, stored.xid()));
    }

    void giveUp(QueueRow row) {
        rows.remove(row.key());
        givenUp.put(row.key(), row);
    }

    /** An operator puts a job back to its place. */
    void retry(QueueRow row) {
        givenUp.remove(row.key());
        put(new QueueRow(row.key(), row.group(), now, now, 0), nextXid++);
    }

    private boolean stands(QueueRow row) {
        return givenUp.values().stream().anyMatch(it -> isBefore(it, row))
                || deferred.values().stream().anyMatch(it -> isBefore(it, row));
    }

    Set<QueueKey> defer(List<QueueRow> some) {
        Set<QueueKey> moved = some.stream()
                .filter(row -> rows.containsKey(row.key()) && stands(row))
                .map(QueueRow::key)
                .collect(Collectors.toSet());
        for (QueueKey key : moved) {
            StoredRow stored = rows.remove(key);
            if (stored != null) {
                deferred.put(key, stored.row());
            }
        }
        return moved;
    }

    /** Releases groups that no job holds any more, one row of each. */
    void release() {
        Set<GroupOfStream> done = new HashSet<>();
        for (QueueRow row : List.copyOf(deferred.values())) {
            boolean held = givenUp.values().stream().anyMatch(it -> isBefore(it, row));
            if (!held && done.add(new GroupOfStream(row.key().stream(), String.valueOf(row.group())))) {
                deferred.remove(row.key());
                put(row, nextXid++);
            }
        }
    }

    ReadResult read(ReadPlan plan) {
        List<NewsOfStream> news = plan.snapshot() == null ? List.of() : news(plan.snapshot());
        List<Long> streams = plan.scan()
                ? rows.values().stream()
                        .filter(this::isVisible)
                        .map(it -> it.row().key().stream())
                        .distinct()
                        .toList()
                : List.of();
        return new ReadResult(
                snapshot(),
                now,
                news,
                streams,
                plan.reads().stream().map(this::rows).toList());
    }

    private String snapshot() {
        long xmin = open.isEmpty() ? nextXid : open.first();
        return xmin + ":" + nextXid + ":" + open.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private List<NewsOfStream> news(String snapshot) {
        String[] parts = snapshot.split(":", -1);
        Set<String> openThen = Set.of(parts[2].split(","));
        Map<String, NewsOfStream> news = new TreeMap<>();
        rows.values().stream()
                .filter(this::isVisible)
                .filter(it -> it.xid() >= Long.parseLong(parts[1]) || openThen.contains(String.valueOf(it.xid())))
                .forEach(it -> news.putIfAbsent(
                        it.xid() + " " + it.row().key().stream(),
                        new NewsOfStream(
                                it.row().key().stream(),
                                it.row().position(),
                                it.row().acceptedAt())));
        return List.copyOf(news.values());
    }

    private List<FoundRow> rows(StreamRead read) {
        return rows.values().stream()
                .filter(this::isVisible)
                .map(StoredRow::row)
                .filter(row -> row.key().stream() == read.stream().stream && row.position() > read.after())
                .limit(read.most())
                .map(row -> new FoundRow(row, read.holds() && stands(row)))
                .toList();
    }
}
