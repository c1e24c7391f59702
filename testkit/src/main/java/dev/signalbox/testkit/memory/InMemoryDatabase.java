package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One outbox table and the coordination schema beside it. Every method is a transaction, by the database's clock. */
public final class InMemoryDatabase {
    /** A claim on rows, recorded with its owner. */
    record ClaimRecord(Incarnation owner, Claim claim, String relay, List<String> ids) {}

    /** A suspect as it is stored. */
    static final class Suspect {
        Suspicion suspicion = Suspicion.MARKED;
        Instant endedAt;
        boolean inFlight;

        Suspect(Instant endedAt) {
            this.endedAt = endedAt;
        }
    }

    private final Supplier<Instant> clock;
    private final Map<String, InMemoryOutboxRow> rows = new LinkedHashMap<>();
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
        if (rows.putIfAbsent(row.id, row) != null) {
            throw new IllegalArgumentException("duplicate id " + row.id);
        }
    }

    /** Another transaction locks the row. */
    public synchronized void lock(String id) {
        lockedRows.add(id);
    }

    public synchronized void unlock(String id) {
        lockedRows.remove(id);
    }

    public synchronized Collection<InMemoryOutboxRow> rows() {
        return List.copyOf(rows.values());
    }

    public synchronized @Nullable InMemoryOutboxRow row(String id) {
        return rows.get(id);
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

    boolean isLocked(String id) {
        return lockedRows.contains(id);
    }

    private Stream<InMemoryOutboxRow> rows(InMemoryOutboxRow.Status status) {
        return rows.values().stream().filter(row -> row.status == status);
    }

    /** The groups with pending rows, each in its order. */
    NavigableMap<String, List<InMemoryOutboxRow>> pendingByGroup() {
        return rows(InMemoryOutboxRow.Status.PENDING)
                .filter(row -> row.group != null)
                .sorted(InMemoryOutboxRow.ORDER)
                .collect(Collectors.groupingBy(row -> String.valueOf(row.group), TreeMap::new, Collectors.toList()));
    }

    /** The pending rows of each outlet, in their order. */
    NavigableMap<Long, List<InMemoryOutboxRow>> pendingByOutlet() {
        return rows(InMemoryOutboxRow.Status.PENDING)
                .sorted(InMemoryOutboxRow.ORDER)
                .collect(Collectors.groupingBy(row -> row.outlet, TreeMap::new, Collectors.toList()));
    }

    List<InMemoryOutboxRow> pendingWithoutGroup() {
        return rows(InMemoryOutboxRow.Status.PENDING)
                .filter(row -> row.group == null)
                .sorted(InMemoryOutboxRow.ORDER)
                .toList();
    }

    boolean has(InMemoryOutboxRow.Status status, String group) {
        return rows(status).anyMatch(row -> group.equals(row.group));
    }

    /** Changes a row's state, as an operator could by SQL. */
    public synchronized void change(
            InMemoryOutboxRow row, InMemoryOutboxRow.Status status, @Nullable Instant processedAt) {
        row.status = status;
        row.processedAt = processedAt;
    }

    synchronized void delete(InMemoryOutboxRow row) {
        rows.remove(row.id);
    }
}
