package dev.signalbox.mongodb.admin;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.admin.RelayStatus;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.lease.RelayDocument;
import dev.signalbox.mongodb.lease.RelayOwners;
import dev.signalbox.mongodb.lease.SideCollections;
import dev.signalbox.mongodb.outbox.FieldValues;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Reads and writes the status and the pause of one relay in the side collections. */
public final class MongoRelayControl implements RelayControl {
    private static final String PAUSED_BY = "pausedBy";
    private static final String PAUSE_REASON = "pauseReason";
    private static final int MAX_TRIES = 3;

    private final MongoCollection<BsonDocument> relays;
    private final RelayOwners owners;
    private final String relay;

    /** @param relay the relay's identity, which is the same on all nodes */
    public MongoRelayControl(MongoConnections connections, String relay) {
        this.relays = connections.collection(SideCollections.RELAYS);
        this.owners = new RelayOwners(connections);
        this.relay = relay;
    }

    @Override
    public RelayStatus status() throws SourceException {
        return run("read the status of relay", () -> {
            BsonDocument document = document();
            return document == null
                    ? new RelayStatus(true, List.of(), null)
                    : new RelayStatus(true, owners.of(document), pause(document));
        });
    }

    @Override
    public RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException {
        return write("pause relay", () -> {
            for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
                RelayStatus.Pause pause = tryToPause(by, reason);
                if (pause != null) {
                    return pause;
                }
            }
            throw new MongoException("another operator resumed it during each of " + MAX_TRIES + " tries");
        });
    }

    /** Changes only a relay that is not paused, so that the first pause stays in force. */
    private RelayStatus.@Nullable Pause tryToPause(String by, String reason) {
        relays.updateOne(
                Filters.eq("_id", relay), Updates.setOnInsert("version", 0L), new UpdateOptions().upsert(true));
        relays.updateOne(
                Filters.and(Filters.eq("_id", relay), Filters.not(Filters.type(RelayDocument.PAUSED_AT, "date"))),
                Updates.combine(
                        Updates.currentDate(RelayDocument.PAUSED_AT),
                        Updates.set(PAUSED_BY, by),
                        Updates.set(PAUSE_REASON, reason)));
        BsonDocument document = document();
        return document == null ? null : pause(document);
    }

    @Override
    public boolean resume() throws SourceException, RefusedException {
        return write(
                "resume relay",
                () -> relays.updateOne(
                                        Filters.and(
                                                Filters.eq("_id", relay),
                                                Filters.type(RelayDocument.PAUSED_AT, "date")),
                                        Updates.combine(
                                                Updates.unset(RelayDocument.PAUSED_AT),
                                                Updates.unset(PAUSED_BY),
                                                Updates.unset(PAUSE_REASON)))
                                .getMatchedCount()
                        > 0);
    }

    private @Nullable BsonDocument document() {
        return relays.find(Filters.eq("_id", relay))
                .projection(Projections.include(
                        "version", "owners", "leader", RelayDocument.PAUSED_AT, PAUSED_BY, PAUSE_REASON))
                .first();
    }

    private static RelayStatus.@Nullable Pause pause(BsonDocument document) {
        Instant since = FieldValues.instant(document, RelayDocument.PAUSED_AT);
        return since == null
                ? null
                : new RelayStatus.Pause(
                        since, FieldValues.text(document, PAUSED_BY), FieldValues.text(document, PAUSE_REASON));
    }

    private <T> T write(String what, Supplier<T> work) throws SourceException, RefusedException {
        try {
            return run(what, work);
        } catch (SourceException e) {
            if (MongoConnections.isUnauthorized(e.getCause())) {
                throw new RefusedException("Pauses are stored in the collection " + SideCollections.RELAYS
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
