package dev.signalbox.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Reads the owners of relays, and changes them with optimistic locking. */
record RelayDocuments(MongoCollection<BsonDocument> relays) {
    private static final int DUPLICATE_KEY = 11_000;

    List<RelayDocument> all() {
        return read(Filters.empty());
    }

    List<RelayDocument> of(Collection<String> names) {
        return read(Filters.in("_id", names));
    }

    /** The relay's document, created if it does not exist. */
    RelayDocument load(String relay) {
        List<RelayDocument> found = of(List.of(relay));
        if (found.isEmpty()) {
            create(relay);
            found = of(List.of(relay));
        }
        return found.getFirst();
    }

    private List<RelayDocument> read(Bson filter) {
        return relays.find(filter).map(RelayDocument::of).into(new ArrayList<>());
    }

    private void create(String relay) {
        try {
            relays.updateOne(
                    eq("_id", relay), Updates.setOnInsert(RelayDocument.VERSION, 0L), new UpdateOptions().upsert(true));
        } catch (DuplicateKeyException _) {
            // Another node has created it at the same time.
        } catch (MongoWriteException e) {
            if (e.getError().getCode() != DUPLICATE_KEY) {
                throw e;
            }
        }
    }

    /** Changes the owners. Returns false if another node has changed them since they were read. */
    boolean change(RelayDocument before, RelayDocument after) {
        if (before.hasSameOwnersAs(after)) {
            return true;
        }
        Bson unchanged = and(eq("_id", before.relay()), eq(RelayDocument.VERSION, before.version()));
        Bson leader = after.leader() == null
                ? Updates.unset(RelayDocument.LEADER)
                : Updates.set(RelayDocument.LEADER, after.leader());
        BsonDocument owners = new BsonDocument();
        new TreeMap<>(after.owners()).forEach((shard, owner) -> owners.append(shard.toString(), new BsonString(owner)));
        Bson update = Updates.combine(
                Updates.set(RelayDocument.OWNERS, owners),
                Updates.set(RelayDocument.VERSION, before.version() + 1),
                leader);
        return relays.updateOne(unchanged, update).getMatchedCount() == 1;
    }

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
                others.removeIf(owner ->
                        !owner.equals(leader) && wanted.numbers().noneMatch(it -> owner.equals(owners.get(it))));
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
}
