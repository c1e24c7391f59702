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
    private final Set<String> lockedBySomebody = new HashSet<>();

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
    public synchronized void insert(InMemoryOutboxRow inMemoryOutboxRow) {
        if (inMemoryOutboxRows.putIfAbsent(inMemoryOutboxRow.id, inMemoryOutboxRow) != null) {
            throw new IllegalArgumentException("duplicate id " + inMemoryOutboxRow.id);
        }
        enter(inMemoryOutboxRow);
    }

    /** Another transaction locks the row. */
    public synchronized void lock(String id) {
        lockedBySomebody.add(id);
    }

    public synchronized void unlock(String id) {
        lockedBySomebody.remove(id);
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

    boolean isLocked(InMemoryOutboxRow inMemoryOutboxRow) {
        return lockedBySomebody.contains(inMemoryOutboxRow.id);
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
            InMemoryOutboxRow inMemoryOutboxRow, InMemoryOutboxRow.Status status, @Nullable Instant processedAt) {
        leave(inMemoryOutboxRow);
        inMemoryOutboxRow.status = status;
        inMemoryOutboxRow.processedAt = processedAt;
        enter(inMemoryOutboxRow);
    }

    synchronized void delete(InMemoryOutboxRow inMemoryOutboxRow) {
        leave(inMemoryOutboxRow);
        inMemoryOutboxRows.remove(inMemoryOutboxRow.id);
    }

    private void leave(InMemoryOutboxRow inMemoryOutboxRow) {
        switch (inMemoryOutboxRow.status) {
            case PENDING -> {
                if (inMemoryOutboxRow.group == null) {
                    pendingWithoutGroup.remove(inMemoryOutboxRow);
                } else {
                    NavigableSet<InMemoryOutboxRow> pending = pendingByGroup.get(inMemoryOutboxRow.group);
                    if (pending != null && pending.remove(inMemoryOutboxRow) && pending.isEmpty()) {
                        pendingByGroup.remove(inMemoryOutboxRow.group);
                    }
                }
            }
            case PROCESSING -> count(processingInGroup, inMemoryOutboxRow, -1);
            case FAILED -> count(failedInGroup, inMemoryOutboxRow, -1);
            case COMPLETED -> {}
        }
    }

    private void enter(InMemoryOutboxRow inMemoryOutboxRow) {
        switch (inMemoryOutboxRow.status) {
            case PENDING -> {
                if (inMemoryOutboxRow.group == null) {
                    pendingWithoutGroup.add(inMemoryOutboxRow);
                } else {
                    pendingByGroup
                            .computeIfAbsent(inMemoryOutboxRow.group, _ -> new TreeSet<>(InMemoryOutboxRow.ORDER))
                            .add(inMemoryOutboxRow);
                }
            }
            case PROCESSING -> count(processingInGroup, inMemoryOutboxRow, 1);
            case FAILED -> count(failedInGroup, inMemoryOutboxRow, 1);
            case COMPLETED -> {}
        }
    }

    private static void count(Map<String, Integer> counts, InMemoryOutboxRow inMemoryOutboxRow, int change) {
        if (inMemoryOutboxRow.group != null) {
            counts.merge(inMemoryOutboxRow.group, change, Integer::sum);
        }
    }
}
