package dev.signalbox.mongodb.lease;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Reads the owners of relays, and changes them with optimistic locking. */
final class RelayDocuments {
    private static final int DUPLICATE_KEY = 11_000;
    private static final Bson FIELDS = Projections.include(
            RelayDocument.VERSION, RelayDocument.OWNERS, RelayDocument.LEADER, RelayDocument.PAUSED_AT);

    private final MongoCollection<BsonDocument> relays;

    RelayDocuments(MongoConnections connections) {
        this.relays = connections.leases(SideCollections.RELAYS);
    }

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
        List<RelayDocument> found = new ArrayList<>();
        relays.find(filter).projection(FIELDS).forEach(document -> found.add(RelayDocument.of(document)));
        return found;
    }

    private void create(String relay) {
        try {
            relays.updateOne(
                    Filters.eq("_id", relay),
                    Updates.setOnInsert(RelayDocument.VERSION, 0L),
                    new UpdateOptions().upsert(true));
        } catch (DuplicateKeyException _) {
            // Another node has created it at the same time.
        } catch (MongoWriteException e) {
            if (e.getError().getCode() != DUPLICATE_KEY) {
                throw e;
            }
        }
    }

    /**
     * Changes the owners.
     *
     * @return false if another node has changed them since they were read
     */
    boolean change(RelayDocument before, RelayDocument after) {
        if (before.hasSameOwnersAs(after)) {
            return true;
        }
        Bson leader = after.leader() == null
                ? Updates.unset(RelayDocument.LEADER)
                : Updates.set(RelayDocument.LEADER, after.leader());
        return relays.updateOne(
                                Filters.and(
                                        Filters.eq("_id", before.relay()),
                                        Filters.eq(RelayDocument.VERSION, before.version())),
                                Updates.combine(
                                        Updates.set(RelayDocument.OWNERS, after.ownersBson()),
                                        Updates.set(RelayDocument.VERSION, before.version() + 1),
                                        leader))
                        .getMatchedCount()
                == 1;
    }
}
