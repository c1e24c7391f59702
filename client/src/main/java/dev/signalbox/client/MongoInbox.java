package dev.signalbox.client;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Consumes each message only once, in the caller's MongoDB transaction: {@code inbox.once(session, id, "billing", () ->
 * book(session, order))}. Thread-safe.
 */
public final class MongoInbox {
    /** The conventional collection. */
    public static final String DEFAULT_COLLECTION = "signalbox_inbox";

    private static final String PROCESSED_AT = "processedAt";

    private final MongoCollection<BsonDocument> collection;
    private final Clock clock;

    private MongoInbox(MongoCollection<BsonDocument> collection, Clock clock) {
        this.collection = collection;
        this.clock = clock;
    }

    /** An inbox in this collection. */
    public static MongoInbox of(MongoCollection<?> collection) {
        return new MongoInbox(collection.withDocumentClass(BsonDocument.class), Clock.systemUTC());
    }

    /** The same inbox with another clock for {@code processedAt}. */
    public MongoInbox clock(Clock other) {
        return new MongoInbox(collection, Objects.requireNonNull(other, "clock"));
    }

    /**
     * Does the work if this consumer group has not done it for this message before. The work and the mark that it is done
     * are committed together with the caller's transaction, or not at all. If another transaction processes the same
     * message, MongoDB rejects this one with a transient error, on which {@code withTransaction} retries.
     *
     * <p>If the work fails, the transaction is aborted: MongoDB cannot undo a part of it.
     *
     * @return whether the work was done now; false if it was done before
     * @throws NoTransactionException if the session has no active transaction
     * @throws E what the work throws
     */
    public <E extends Exception> boolean once(
            ClientSession session, String messageId, String consumerGroup, Inbox.Work<E> work) throws E {
        TextRules.word("the message id", messageId);
        TextRules.word("the consumer group", consumerGroup);
        if (!session.hasActiveTransaction()) {
            throw new NoTransactionException(
                    "The session has no active transaction: the work and the mark that it is done"
                            + " could not be committed together. Begin one with startTransaction or withTransaction");
        }
        if (!mark(session, messageId, consumerGroup)) {
            return false;
        }
        try {
            work.run();
        } catch (Throwable failure) {
            abort(session, failure);
            throw failure;
        }
        return true;
    }

    /** An upsert, because inserting an existing key is an error that aborts the transaction. */
    private boolean mark(ClientSession session, String messageId, String consumerGroup) {
        BsonDocument id = new BsonDocument("consumerGroup", new BsonString(consumerGroup))
                .append("messageId", new BsonString(messageId));
        return collection
                        .updateOne(
                                session,
                                Filters.eq(id),
                                Updates.setOnInsert(PROCESSED_AT, new BsonDateTime(clock.millis())),
                                new UpdateOptions().upsert(true))
                        .getUpsertedId()
                != null;
    }

    private static void abort(ClientSession session, Throwable failure) {
        try {
            if (session.hasActiveTransaction()) {
                session.abortTransaction();
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Makes the server delete marks after this time, by a TTL index. A message that is redelivered after that is processed
     * again, so keep marks longer than any redelivery can take.
     */
    public void forgetAfter(Duration time) {
        collection.createIndex(
                Indexes.ascending(PROCESSED_AT), new IndexOptions().expireAfter(time.toSeconds(), TimeUnit.SECONDS));
    }
}
