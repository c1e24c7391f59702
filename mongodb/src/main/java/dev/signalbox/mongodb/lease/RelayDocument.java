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
 * Who owns what of a relay: one document for all of it, so that one write changes it or does not. An incarnation without a
 * document of its own owns nothing, whatever stands here.
 *
 * @param version grows with every change of owners, so that nobody changes what it has not seen
 * @param owners by shard, whose it is
 * @param leader who has the whole relay, null if nobody has
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

    /** All that own something of it. */
    Set<String> incarnations() {
        Set<String> all = new HashSet<>(owners.values());
        if (leader != null) {
            all.add(leader);
        }
        return all;
    }

    /** Those who own what is wanted: the whole stands in the way of each shard, and each shard in that of the whole. */
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

    /** The shards that belong to one of whom this is true. */
    Shards shardsOf(Predicate<String> whom) {
        return Shards.of(IntStream.range(0, Shards.COUNT)
                .filter(shard -> {
                    String owner = owners.get(shard);
                    return owner != null && whom.test(owner);
                })
                .toArray());
    }

    RelayDocument withLeader(String me) {
        return new RelayDocument(relay, version, Map.of(), me, paused);
    }

    /** These shards are this one's; a leader that is gone is forgotten. */
    RelayDocument withShards(Shards shards, String me) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        shards.numbers().forEach(shard -> changed.put(shard, me));
        return new RelayDocument(relay, version, changed, null, paused);
    }

    /** These shards, and the whole if it had that, are not this one's any more. */
    RelayDocument without(String me, Shards shards) {
        Map<Integer, String> changed = new TreeMap<>(owners);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(me) && shards.contains(entry.getKey()));
        return new RelayDocument(relay, version, changed, me.equals(leader) ? null : leader, paused);
    }

    boolean hasSameOwnersAs(RelayDocument other) {
        return owners.equals(other.owners) && Objects.equals(leader, other.leader);
    }
}
