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
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final NavigableMap<String, NavigableSet<Row>> pendingByGroup = new TreeMap<>();
    private final NavigableSet<Row> pendingWithoutGroup = new TreeSet<>(Row.ORDER);
    private final Map<String, Integer> processingInGroup = new HashMap<>();
    private final Map<String, Integer> failedInGroup = new HashMap<>();
    private final Set<String> lockedBySomebody = new HashSet<>();

    final Map<Incarnation, Instant> nodes = new HashMap<>();
    /** By relay, who owns which shard. */
    final Map<String, Map<Integer, Incarnation>> owners = new HashMap<>();

    /** Which relays each node wants to work on. */
    final Map<Incarnation, Set<String>> wishes = new HashMap<>();

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
    public synchronized void insert(Row row) {
        if (rows.putIfAbsent(row.id, row) != null) {
            throw new IllegalArgumentException("duplicate id " + row.id);
        }
        enter(row);
    }

    /** Somebody's transaction holds a lock on the row. */
    public synchronized void lock(String id) {
        lockedBySomebody.add(id);
    }

    public synchronized void unlock(String id) {
        lockedBySomebody.remove(id);
    }

    public synchronized Collection<Row> rows() {
        return Collections.unmodifiableCollection(new ArrayList<>(rows.values()));
    }

    public synchronized @Nullable Row row(String id) {
        return rows.get(id);
    }

    /** Whether this incarnation has a lease, run out or not, that nobody has ended. */
    public synchronized boolean isLive(Incarnation incarnation) {
        return nodes.containsKey(incarnation);
    }

    public synchronized @Nullable Incarnation ownerOf(String relay, int shard) {
        return owners.getOrDefault(relay, Map.of()).get(shard);
    }

    /** Pauses a relay or lets it go on, as an operator does. */
    public synchronized void pause(String relay, boolean wanted) {
        if (wanted) {
            paused.add(relay);
        } else {
            paused.remove(relay);
        }
    }

    boolean isLocked(Row row) {
        return lockedBySomebody.contains(row.id);
    }

    NavigableMap<String, NavigableSet<Row>> pendingByGroup() {
        return pendingByGroup;
    }

    NavigableSet<Row> pendingWithoutGroup() {
        return pendingWithoutGroup;
    }

    boolean hasProcessing(String group) {
        return processingInGroup.getOrDefault(group, 0) > 0;
    }

    boolean hasFailed(String group) {
        return failedInGroup.getOrDefault(group, 0) > 0;
    }

    /** Changes a row's state, as an operator could by SQL. */
    public synchronized void change(Row row, Row.Status status, @Nullable Instant processedAt) {
        leave(row);
        row.status = status;
        row.processedAt = processedAt;
        enter(row);
    }

    synchronized void delete(Row row) {
        leave(row);
        rows.remove(row.id);
    }

    private void leave(Row row) {
        switch (row.status) {
            case PENDING -> {
                if (row.group == null) {
                    pendingWithoutGroup.remove(row);
                } else {
                    NavigableSet<Row> pending = pendingByGroup.get(row.group);
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

    private void enter(Row row) {
        switch (row.status) {
            case PENDING -> {
                if (row.group == null) {
                    pendingWithoutGroup.add(row);
                } else {
                    pendingByGroup
                            .computeIfAbsent(row.group, _ -> new TreeSet<>(Row.ORDER))
                            .add(row);
                }
            }
            case PROCESSING -> count(processingInGroup, row, 1);
            case FAILED -> count(failedInGroup, row, 1);
            case COMPLETED -> {}
        }
    }

    private static void count(Map<String, Integer> counts, Row row, int change) {
        if (row.group != null) {
            counts.merge(row.group, change, Integer::sum);
        }
    }
}
