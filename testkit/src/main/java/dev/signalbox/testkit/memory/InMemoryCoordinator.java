package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Leases in an {@link InMemoryDatabase}. */
public class InMemoryCoordinator implements Coordinator {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final InMemoryDatabase database;
    private final RelaySharing relaySharing;

    public InMemoryCoordinator(InMemoryDatabase database, RelaySharing relaySharing) {
        this.database = database;
        this.relaySharing = relaySharing;
    }

    @Override
    public Incarnation join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException {
        synchronized (database) {
            database.nodes.put(incarnation, database.now().plus(ttl));
            database.wantedRelays.put(incarnation, Set.copyOf(relays));
            return incarnation;
        }
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        synchronized (database) {
            if (!database.isLive(incarnation)) {
                return Renewal.FENCED;
            }
            database.nodes.put(incarnation, database.now().plus(ttl));
            Map<String, RelayState> relayStates = new HashMap<>();
            for (String relay : database.wantedRelays.getOrDefault(incarnation, Set.of())) {
                relayStates.put(relay, relayState(incarnation, relay));
            }
            return new Renewal(true, relayStates);
        }
    }

    private RelayState relayState(Incarnation incarnation, String relay) {
        List<Incarnation> contenders = database.wantedRelays.entrySet().stream()
                .filter(wish -> wish.getValue().contains(relay))
                .map(Map.Entry::getKey)
                .filter(this::isTrusted)
                .sorted(Comparator.comparing(Incarnation::value))
                .toList();
        Duration nextChange = contenders.stream()
                .filter(other -> !other.equals(incarnation))
                .map(this::left)
                .min(Comparator.naturalOrder())
                .orElse(LONGEST_WAIT);
        return new RelayState(
                shards(shard -> incarnation.equals(database.ownerOf(relay, shard))),
                shards(shard -> !isTrusted(database.ownerOf(relay, shard))),
                contenders.size(),
                contenders.indexOf(incarnation),
                nextChange,
                database.paused.contains(relay));
    }

    private static Shards shards(IntPredicate which) {
        return Shards.of(IntStream.range(0, Shards.COUNT).filter(which).toArray());
    }

    private boolean isTrusted(@Nullable Incarnation incarnation) {
        Instant expiry = incarnation == null ? null : database.nodes.get(incarnation);
        return expiry != null && expiry.isAfter(database.now());
    }

    private Duration left(Incarnation incarnation) {
        return Duration.between(database.now(), database.nodes.getOrDefault(incarnation, Instant.EPOCH));
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        synchronized (database) {
            if (!database.isLive(incarnation)) {
                return new Acquisition.Fenced();
            }
            Map<Integer, Incarnation> owners = database.owners.computeIfAbsent(relay, _ -> new HashMap<>());
            Shards free = shards(shard -> incarnation.equals(owners.get(shard)) || !isTrusted(owners.get(shard)));
            Shards won = wanted.and(free);
            if (relaySharing == RelaySharing.WHOLE && !won.isAll()) {
                Incarnation other = owners.getOrDefault(
                        wanted.minus(won).numbers().findFirst().orElseThrow(), incarnation);
                Duration left = left(other);
                return new Acquisition.Taken(other.value(), left.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : left);
            }
            won.numbers().forEach(shard -> {
                Incarnation former = owners.put(shard, incarnation);
                if (former != null && !former.equals(incarnation)) {
                    database.nodes.remove(former);
                }
            });
            return new Acquisition.Acquired(won);
        }
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        synchronized (database) {
            database.owners
                    .getOrDefault(relay, Map.of())
                    .entrySet()
                    .removeIf(owner -> owner.getValue().equals(incarnation) && shards.contains(owner.getKey()));
        }
    }

    @Override
    public void withdraw(Incarnation incarnation) throws CoordinationException {
        synchronized (database) {
            database.wantedRelays.put(incarnation, Set.of());
        }
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        synchronized (database) {
            database.owners.values().forEach(owners -> owners.values().removeIf(incarnation::equals));
            database.nodes.remove(incarnation);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
