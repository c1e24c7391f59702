package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One outbox table and the coordination schema beside it. Every method is one transaction; time is the database's own.
 */
public final class InMemoryDatabase {
    /** A claim on rows, recorded with its owner. */
    record ClaimRecord(Incarnation owner, long number, String relay, Instant at, List<String> ids) {}

    /** A suspect as it is stored. */
    static final class Suspect {
        int level = 1;
        int crashes;
        boolean inFlight;
    }

    private final Supplier<Instant> clock;
    private final Map<String, InMemoryOutboxRow> inMemoryOutboxRows = new LinkedHashMap<>();
    private final NavigableMap<String, NavigableSet<InMemoryOutboxRow>> pendingByGroup = new TreeMap<>();
    private final NavigableSet<InMemoryOutboxRow> pendingWithoutGroup = new TreeSet<>(InMemoryOutboxRow.ORDER);
    private final Map<String, Integer> processingInGroup = new HashMap<>();
    private final Map<String, Integer> failedInGroup = new HashMap<>();
    private final Set<String> lockedRows = new HashSet<>();

    final Map<Incarnation, Instant> nodes = new HashMap<>();
    /** The owner of each shard, by relay. */
    final Map<String, Map<Integer, Incarnation>> owners = new HashMap<>();

    /** Which relays each node wants to work on. */
    final Map<Incarnation, Set<String>> wantedRelays = new HashMap<>();

    final Set<String> paused = new HashSet<>();
    final List<ClaimRecord> claims = new ArrayList<>();
    final Map<String, Suspect> suspects = new HashMap<>();

    public InMemoryDatabase(Supplier<Instant> clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.get();
    }

    /** Commits a row. */
    public synchronized void insert(InMemoryOutboxRow row) {
        if (inMemoryOutboxRows.putIfAbsent(row.id, row) != null) {
            throw new IllegalArgumentException("duplicate id " + row.id);
        }
        enter(row);
    }

    /** Another transaction locks the row. */
    public synchronized void lock(String id) {
        lockedRows.add(id);
    }

    public synchronized void unlock(String id) {
        lockedRows.remove(id);
    }

    public synchronized Collection<InMemoryOutboxRow> rows() {
        return Collections.unmodifiableCollection(new ArrayList<>(inMemoryOutboxRows.values()));
    }

    public synchronized @Nullable InMemoryOutboxRow row(String id) {
        return inMemoryOutboxRows.get(id);
    }

    /** Whether this incarnation has a lease, expired or not, that was not ended. */
    public synchronized boolean isLive(Incarnation incarnation) {
        return nodes.containsKey(incarnation);
    }

    public synchronized @Nullable Incarnation ownerOf(String relay, int shard) {
        return owners.getOrDefault(relay, Map.of()).get(shard);
    }

    /** Pauses or resumes a relay, as an operator does. */
    public synchronized void pause(String relay, boolean wanted) {
        if (wanted) {
            paused.add(relay);
        } else {
            paused.remove(relay);
        }
    }

    boolean isLocked(InMemoryOutboxRow row) {
        return lockedRows.contains(row.id);
    }

    NavigableMap<String, NavigableSet<InMemoryOutboxRow>> pendingByGroup() {
        return pendingByGroup;
    }

    NavigableSet<InMemoryOutboxRow> pendingWithoutGroup() {
        return pendingWithoutGroup;
    }

    boolean hasProcessing(String group) {
        return processingInGroup.getOrDefault(group, 0) > 0;
    }

    boolean hasFailed(String group) {
        return failedInGroup.getOrDefault(group, 0) > 0;
    }

    /** Changes a row's state, as an operator could by SQL. */
    public synchronized void change(
            InMemoryOutboxRow row, InMemoryOutboxRow.Status status, @Nullable Instant processedAt) {
        leave(row);
        row.status = status;
        row.processedAt = processedAt;
        enter(row);
    }

    synchronized void delete(InMemoryOutboxRow row) {
        leave(row);
        inMemoryOutboxRows.remove(row.id);
    }

    private void leave(InMemoryOutboxRow row) {
        switch (row.status) {
            case PENDING -> {
                if (row.group == null) {
                    pendingWithoutGroup.remove(row);
                } else {
                    NavigableSet<InMemoryOutboxRow> pending = pendingByGroup.get(row.group);
                    if (pending != null && pending.remove(row) && pending.isEmpty()) {
                        pendingByGroup.remove(row.group);
                    }
                }
            }
            case PROCESSING -> count(processingInGroup, row, -1);
            case FAILED -> count(failedInGroup, row, -1);
            case COMPLETED -> {}
        }
    }

    private void enter(InMemoryOutboxRow row) {
        switch (row.status) {
            case PENDING -> {
                if (row.group == null) {
                    pendingWithoutGroup.add(row);
                } else {
                    pendingByGroup
                            .computeIfAbsent(row.group, _ -> new TreeSet<>(InMemoryOutboxRow.ORDER))
                            .add(row);
                }
            }
            case PROCESSING -> count(processingInGroup, row, 1);
            case FAILED -> count(failedInGroup, row, 1);
            case COMPLETED -> {}
        }
    }

    private static void count(Map<String, Integer> counts, InMemoryOutboxRow row, int change) {
        if (row.group != null) {
            counts.merge(row.group, change, Integer::sum);
        }
    }
}
