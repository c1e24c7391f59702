package dev.signalbox.mongodb.lease;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The owners of a relay, in one document so that one write changes all of it. An incarnation without a node document owns
 * nothing, even if it is named here.
 *
 * @param version grows with each change of owners, for optimistic locking
 * @param owners the owner of each shard
 * @param leader the owner of the whole relay; null if there is none
 */
public record RelayDocument(
        String relay,
        long version,
        Map<Integer, String> owners,
        @Nullable String leader,
        boolean paused) {
    static final String VERSION = "version";
    static final String OWNERS = "owners";
    static final String LEADER = "leader";
    public static final String PAUSED_AT = "pausedAt";

    public RelayDocument {
        owners = Map.copyOf(owners);
    }

    public static RelayDocument of(BsonDocument document) {
        Map<Integer, String> owners = new TreeMap<>();
        document.getDocument(OWNERS, new BsonDocument())
                .forEach((shard, owner) ->
                        owners.put(Integer.valueOf(shard), owner.asString().getValue()));
        BsonValue leader = document.get(LEADER);
        BsonValue pausedAt = document.get(PAUSED_AT);
        return new RelayDocument(
                document.getString("_id").getValue(),
                document.getNumber(VERSION, new BsonInt64(0)).longValue(),
                owners,
                leader != null && leader.isString() ? leader.asString().getValue() : null,
                pausedAt != null && pausedAt.isDateTime());
    }

    BsonDocument ownersBson() {
        BsonDocument bson = new BsonDocument();
        new TreeMap<>(owners).forEach((shard, owner) -> bson.append(Integer.toString(shard), new BsonString(owner)));
        return bson;
    }

    /** All owners. */
    Set<String> incarnations() {
        Set<String> all = new HashSet<>(owners.values());
        if (leader != null) {
            all.add(leader);
        }
        return all;
    }

    /** The other owners of the wanted shards. A leader conflicts with each shard, and each shard owner with a leader. */
    Set<String> conflictingOwners(RelaySharing relaySharing, Shards wanted, String me) {
        Set<String> others = new HashSet<>();
        owners.forEach((shard, owner) -> {
            if (relaySharing == RelaySharing.WHOLE || wanted.contains(shard)) {
                others.add(owner);
            }
        });
        if (leader != null) {
            others.add(leader);
        }
        others.remove(me);
        return others;
    }

    /** The shards whose owner matches. */
    Shards shardsOf(Predicate<String> predicate) {
        return Shards.of(IntStream.range(0, Shards.COUNT)
                .filter(shard -> {
                    String owner = owners.get(shard);
                    return owner != null && predicate.test(owner);
                })
                .toArray());
    }

    RelayDocument withLeader(String me) {
        return new RelayDocument(relay, version, Map.of(), me, paused);
    }

    /** Adds these shards, and removes a former leader. */
    RelayDocument withShards(Shards shards, String me) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        shards.numbers().forEach(shard -> changed.put(shard, me));
        return new RelayDocument(relay, version, changed, null, paused);
    }

    /** Removes these shards, and the leadership if this incarnation has it. */
    RelayDocument without(String me, Shards shards) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(me) && shards.contains(entry.getKey()));
        return new RelayDocument(relay, version, changed, me.equals(leader) ? null : leader, paused);
    }

    boolean hasSameOwnersAs(RelayDocument other) {
        return owners.equals(other.owners) && Objects.equals(leader, other.leader);
    }
}
