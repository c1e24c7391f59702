package dev.signalbox.mongodb.lease;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

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
}
