package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.OutletDemand;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The streams that have rows, and among them those that a claim may find something in. Streams that are closed, of a closed
 * pool, or wait for a time are out of the ring, so that they cost a claim nothing.
 */
final class ClaimableStreams {
    private final Map<Long, StreamState> streams = new HashMap<>();
    private final LinkedHashSet<StreamState> ring = new LinkedHashSet<>();
    private final Set<StreamState> closed = new LinkedHashSet<>();
    private final Map<Long, Set<StreamState>> closedByPool = new HashMap<>();
    private final TreeMap<Long, Set<StreamState>> sleeping = new TreeMap<>();
    private final Set<StreamState> deleted = new LinkedHashSet<>();
    private @Nullable Set<Long> closedBefore;
    private int rows;

    @Nullable
    StreamState get(long stream) {
        return streams.get(stream);
    }

    Collection<StreamState> all() {
        return streams.values();
    }

    /** How many rows are in memory. */
    int rows() {
        return rows;
    }

    boolean isEmpty() {
        return streams.isEmpty();
    }

    /** Streams whose rows are all to end. */
    List<StreamState> deleted() {
        return List.copyOf(deleted);
    }

    void add(StreamState stream) {
        streams.put(stream.stream, stream);
        update(stream);
    }

    /** Puts a stream where it belongs according to its state. */
    void update(StreamState stream) {
        if (stream.isDone()) {
            remove(stream);
            return;
        }
        rows += stream.buffer.rows() - stream.countedRows;
        stream.countedRows = stream.buffer.rows();
        if (stream.isDeleted()) {
            leave(stream);
            deleted.add(stream);
        } else if (isOut(stream)) {
            return;
        } else if (stream.isActive()) {
            wake(stream);
            ring.add(stream);
        } else {
            ring.remove(stream);
            sleep(stream);
        }
    }

    private boolean isOut(StreamState stream) {
        StreamSettings settings = stream.settings;
        Long pool = settings == null ? null : settings.pool();
        return closed.contains(stream)
                || (pool != null && closedByPool.getOrDefault(pool, Set.of()).contains(stream));
    }

    private void sleep(StreamState stream) {
        long until = stream.nextTime();
        if (until != stream.sleepsUntil) {
            wake(stream);
            stream.sleepsUntil = until;
            if (until < Long.MAX_VALUE) {
                sleeping.computeIfAbsent(until, _ -> new LinkedHashSet<>()).add(stream);
            }
        }
    }

    private void wake(StreamState stream) {
        if (stream.sleepsUntil < Long.MAX_VALUE) {
            sleeping.computeIfPresent(
                    stream.sleepsUntil, (_, some) -> some.remove(stream) && some.isEmpty() ? null : some);
            stream.sleepsUntil = Long.MAX_VALUE;
        }
    }

    private void leave(StreamState stream) {
        ring.remove(stream);
        closed.remove(stream);
        closedByPool.values().forEach(some -> some.remove(stream));
        deleted.remove(stream);
        wake(stream);
    }

    void remove(StreamState stream) {
        leave(stream);
        streams.remove(stream.stream);
        rows -= stream.countedRows;
        stream.countedRows = 0;
    }

    void removeAll(Shards shards) {
        List.copyOf(streams.values()).stream()
                .filter(stream -> shards.contains(stream.shard))
                .forEach(this::remove);
    }

    /** The settings of a stream have changed: it may be in another pool. */
    void settingsChanged(StreamState stream) {
        leave(stream);
        update(stream);
    }

    /** A claim begins: what opened, or whose time has come, is back in the ring. */
    @SuppressWarnings("ReferenceEquality") // The same instance while it has not changed
    void begin(OutletDemand demand, long now) {
        if (demand.closed() != closedBefore) {
            closedBefore = demand.closed();
            List<StreamState> open = closed.stream()
                    .filter(stream -> !demand.closed().contains(stream.stream))
                    .toList();
            open.forEach(closed::remove);
            open.forEach(stream -> goOn(stream, now));
        }
        for (long pool : List.copyOf(closedByPool.keySet())) {
            if (!demand.closedPools().contains(pool)) {
                Set<StreamState> open = closedByPool.getOrDefault(pool, Set.of());
                closedByPool.remove(pool);
                open.forEach(stream -> goOn(stream, now));
            }
        }
        while (!sleeping.isEmpty() && sleeping.firstKey() <= now) {
            for (StreamState stream : sleeping.pollFirstEntry().getValue()) {
                stream.sleepsUntil = Long.MAX_VALUE;
                goOn(stream, now);
            }
        }
    }

    private void goOn(StreamState stream, long now) {
        stream.wake(now);
        update(stream);
    }

    /** Streams out of the ring because they or their pool are closed. */
    List<StreamState> closed() {
        return Stream.concat(closed.stream(), closedByPool.values().stream().flatMap(Set::stream))
                .toList();
    }

    /** The streams in their order, without those that are closed; they leave the ring. */
    List<StreamState> open(OutletDemand demand, long now) {
        for (StreamState stream : List.copyOf(ring)) {
            stream.wake(now);
            StreamSettings settings = stream.settings;
            if (demand.closed().contains(stream.stream)) {
                ring.remove(stream);
                closed.add(stream);
            } else if (settings != null
                    && settings.pool() != null
                    && demand.closedPools().contains(settings.pool())) {
                ring.remove(stream);
                closedByPool
                        .computeIfAbsent(settings.pool(), _ -> new LinkedHashSet<>())
                        .add(stream);
            }
        }
        return List.copyOf(ring);
    }

    /** Its turn is over. */
    void toEnd(StreamState stream) {
        if (ring.remove(stream)) {
            ring.add(stream);
        }
    }

    /** When the next group's time comes. */
    long nextTime() {
        long next = sleeping.isEmpty() ? Long.MAX_VALUE : sleeping.firstKey();
        for (StreamState stream : ring) {
            next = Math.min(next, stream.nextTime());
        }
        return next;
    }
}
