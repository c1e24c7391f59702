package dev.signalbox.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.not;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.currentDate;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.NodeDocuments.NodeLease;
import dev.signalbox.mongodb.RelayDocuments.RelayDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Reads and writes the status and the pause of one relay in the side collections. */
public final class MongoRelayControl implements RelayControl {
    private static final Bson PAUSED = type(RelayDocument.PAUSED_AT, "date");
    private static final int MAX_TRIES = 3;

    private final MongoCollection<BsonDocument> collection;
    private final RelayDocuments relays;
    private final NodeDocuments nodes;
    private final String relay;

    /** @param relay the relay's identity, which is the same on all nodes */
    public MongoRelayControl(MongoConnections connections, String relay) {
        this.collection = connections.collection(CollectionName.RELAYS);
        this.relays = new RelayDocuments(collection);
        this.nodes = new NodeDocuments(connections, false);
        this.relay = relay;
    }

    @Override
    public RelayStatus status() throws SourceException {
        return run(
                "read the status of relay",
                () -> relays.of(List.of(relay)).stream()
                        .findFirst()
                        .map(found -> new RelayStatus(true, owners(found), found.pause()))
                        .orElse(new RelayStatus(true, List.of(), null)));
    }

    private List<RelayStatus.Owner> owners(RelayDocument document) {
        List<RelayStatus.Owner> owners = new ArrayList<>();
        for (NodeLease lease : nodes.all()) {
            boolean leads = lease.incarnation().equals(document.leader());
            Shards shards = leads ? Shards.ALL : document.shardsOf(lease.incarnation()::equals);
            if (lease.isLive() && !shards.isEmpty()) {
                owners.add(new RelayStatus.Owner(lease.node(), lease.incarnation(), shards));
            }
        }
        owners.sort(Comparator.comparing(RelayStatus.Owner::node).thenComparing(RelayStatus.Owner::incarnation));
        return owners;
    }

    /** Changes only a relay that is not paused, so that the first pause stays in force. */
    @Override
    public RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException {
        return write("pause relay", () -> {
            for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
                relays.load(relay);
                collection.updateOne(
                        and(eq("_id", relay), not(PAUSED)),
                        combine(
                                currentDate(RelayDocument.PAUSED_AT),
                                set(RelayDocument.PAUSED_BY, by),
                                set(RelayDocument.PAUSE_REASON, reason)));
                RelayStatus.Pause pause = relays.load(relay).pause();
                if (pause != null) {
                    return pause;
                }
            }
            throw new MongoException("another operator resumed it during each of " + MAX_TRIES + " tries");
        });
    }

    @Override
    public boolean resume() throws SourceException, RefusedException {
        Bson unpaused = combine(
                unset(RelayDocument.PAUSED_AT), unset(RelayDocument.PAUSED_BY), unset(RelayDocument.PAUSE_REASON));
        return write(
                "resume relay",
                () -> collection
                                .updateOne(and(eq("_id", relay), PAUSED), unpaused)
                                .getMatchedCount()
                        > 0);
    }

    private <T> T write(String what, Supplier<T> work) throws SourceException, RefusedException {
        try {
            return run(what, work);
        } catch (SourceException e) {
            if (MongoConnections.isUnauthorized(e.getCause())) {
                throw new RefusedException("Pauses are stored in the collection " + CollectionName.RELAYS
                        + ", which this user may not write.");
            }
            throw e;
        }
    }

    private <T> T run(String what, Supplier<T> work) throws SourceException {
        try {
            return work.get();
        } catch (MongoException e) {
            throw new SourceException("could not %s %s: %s".formatted(what, relay, e.getMessage()), e);
        }
    }
}
