package dev.signalbox.mongodb.lease;

import dev.signalbox.core.admin.RelayStatus;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.connection.FieldValues;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * The owners of a relay, in one document so that one write changes all of it. An incarnation without a node document owns
 * nothing, even if it is named here.
 *
 * @param version grows with each change of owners, for optimistic locking
 * @param owners the owner of each shard
 * @param leader the owner of the whole relay; null if there is none
 */
record RelayDocument(
        String relay,
        long version,
        Map<Integer, String> owners,
        @Nullable String leader,
        RelayStatus.@Nullable Pause pause) {
    static final String VERSION = "version";
    static final String OWNERS = "owners";
    static final String LEADER = "leader";
    static final String PAUSED_AT = "pausedAt";
    static final String PAUSED_BY = "pausedBy";
    static final String PAUSE_REASON = "pauseReason";

    RelayDocument {
        owners = Map.copyOf(owners);
    }

    static RelayDocument of(BsonDocument document) {
        Map<Integer, String> owners = new TreeMap<>();
        document.getDocument(OWNERS, new BsonDocument())
                .forEach((shard, owner) ->
                        owners.put(Integer.valueOf(shard), owner.asString().getValue()));
        Instant pausedAt = FieldValues.instant(document, PAUSED_AT);
        return new RelayDocument(
                document.getString("_id").getValue(),
                document.getNumber(VERSION, new BsonInt64(0)).longValue(),
                owners,
                FieldValues.text(document, LEADER),
                pausedAt == null
                        ? null
                        : new RelayStatus.Pause(
                                pausedAt,
                                FieldValues.text(document, PAUSED_BY),
                                FieldValues.text(document, PAUSE_REASON)));
    }

    Set<String> incarnations() {
        Set<String> all = new HashSet<>(owners.values());
        if (leader != null) {
            all.add(leader);
        }
        return all;
    }

    /** The other owners of the wanted shards. A leader conflicts with each shard, and each shard owner with a leader. */
    Set<String> conflictingOwners(RelaySharing sharing, Shards wanted, String me) {
        Set<String> others = incarnations();
        if (sharing == RelaySharing.SPREAD) {
            others.removeIf(
                    owner -> !owner.equals(leader) && wanted.numbers().noneMatch(it -> owner.equals(owners.get(it))));
        }
        others.remove(me);
        return others;
    }

    Shards shardsOf(Predicate<String> predicate) {
        return Shards.of(IntStream.range(0, Shards.COUNT)
                .filter(shard -> owners.containsKey(shard) && predicate.test(owners.get(shard)))
                .toArray());
    }

    RelayDocument withLeader(String me) {
        return new RelayDocument(relay, version, Map.of(), me, pause);
    }

    /** Adds these shards, and removes a former leader. */
    RelayDocument withShards(Shards shards, String me) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        shards.numbers().forEach(shard -> changed.put(shard, me));
        return new RelayDocument(relay, version, changed, null, pause);
    }

    /** Removes these shards, and the leadership if this incarnation has it. */
    RelayDocument without(String me, Shards shards) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(me) && shards.contains(entry.getKey()));
        return new RelayDocument(relay, version, changed, me.equals(leader) ? null : leader, pause);
    }

    boolean hasSameOwnersAs(RelayDocument other) {
        return owners.equals(other.owners) && Objects.equals(leader, other.leader);
    }
}
