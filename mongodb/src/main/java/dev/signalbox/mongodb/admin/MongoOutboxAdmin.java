package dev.signalbox.mongodb.admin;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.admin.Backlog;
import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessagePage;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.outbox.MessageIds;
import dev.signalbox.mongodb.outbox.OutboxCollection;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Operator actions on an outbox collection: backlog, browsing, retry, discard. */
public final class MongoOutboxAdmin implements OutboxAdmin {
    private static final int COUNT_LIMIT = 10_000;
    private static final Bson MAKE_PENDING = Updates.combine(
            Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
            Updates.set(OutboxFields.RETRY_COUNT, 0),
            Updates.set(OutboxFields.PROCESSED_AT, null),
            Updates.set(OutboxFields.ERROR_MESSAGE, null));

    private final OutboxCollection outbox;
    private final MongoPageReader pages;
    private final MongoMessageFinder finder;

    public MongoOutboxAdmin(CollectionName collection, MongoConnections connections, OutboxSettings settings) {
        this.outbox = new OutboxCollection(collection, connections, settings);
        this.pages = new MongoPageReader(outbox);
        this.finder = new MongoMessageFinder(outbox);
    }

    /**
     * Measures the backlog without reading all of it: counts up to a limit, because the server has no statistics per status,
     * and takes the oldest message from the first ones in index order.
     */
    @Override
    public Backlog backlog() throws SourceException {
        long waiting = count(OutboxFields.PENDING);
        long processing = count(OutboxFields.PROCESSING);
        boolean overLimit = waiting > COUNT_LIMIT || processing > COUNT_LIMIT;
        Instant now = outbox.serverTime();
        Duration age = Stream.concat(oldest(OutboxFields.PENDING).stream(), oldest(OutboxFields.PROCESSING).stream())
                .min(Comparator.naturalOrder())
                .map(oldest -> oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now))
                .orElse(null);
        return new Backlog(waiting + processing, overLimit, age, overLimit);
    }

    private long count(String status) throws SourceException {
        CountOptions limit = new CountOptions()
                .limit(COUNT_LIMIT + 1)
                .maxTime(outbox.connections().commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        return outbox.run(
                "measure the backlog",
                documents -> documents.countDocuments(Filters.eq(OutboxFields.STATUS, status), limit));
    }

    private Optional<Instant> oldest(String status) throws SourceException {
        List<BsonDocument> found = outbox.find(
                "look for the oldest message",
                Filters.eq(OutboxFields.STATUS, status),
                Projections.include(OutboxFields.CREATED_AT),
                find -> find.sort(OutboxFields.INDEX_ORDER).limit(COUNT_LIMIT));
        return found.stream()
                .map(document -> FieldValues.instant(document, OutboxFields.CREATED_AT))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    @Override
    public MessagePage page(MessageQuery query) throws SourceException {
        return pages.read(query);
    }

    @Override
    public Optional<MessageDetails> find(String id) throws SourceException {
        return finder.find(id);
    }

    @Override
    public List<String> retry(List<String> ids) throws SourceException {
        return changeEach(
                ids,
                "retry messages",
                (documents, failed) -> documents.updateOne(failed, MAKE_PENDING).getModifiedCount());
    }

    @Override
    public List<String> discard(List<String> ids) throws SourceException, RefusedException {
        try {
            return changeEach(
                    ids,
                    "discard messages",
                    (documents, failed) -> documents.deleteOne(failed).getDeletedCount());
        } catch (SourceException e) {
            if (MongoConnections.isUnauthorized(e.getCause())) {
                throw new RefusedException("Discarding deletes the document, and this user may not delete: grant the"
                        + " action remove on collection " + outbox.name() + ".");
            }
            throw e;
        }
    }

    /** Changes failed messages one by one, so that it knows exactly which ones changed. */
    private List<String> changeEach(
            List<String> ids, String what, ToLongBiFunction<MongoCollection<BsonDocument>, Bson> change)
            throws SourceException {
        Bson isFailed = Filters.eq(OutboxFields.STATUS, OutboxFields.FAILED);
        Bson wanted = Filters.and(Filters.in(OutboxFields.ID, MessageIds.candidates(ids)), isFailed);
        List<String> done = new ArrayList<>();
        for (BsonDocument found :
                outbox.find("look for failed messages", wanted, Projections.include(OutboxFields.ID))) {
            BsonValue key = MessageIds.of(found);
            Bson stillFailed = Filters.and(Filters.eq(OutboxFields.ID, key), isFailed);
            if (outbox.run(what, documents -> change.applyAsLong(documents, stillFailed)) > 0) {
                done.add(MessageIds.text(key));
            }
        }
        return done;
    }
}
