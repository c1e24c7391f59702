package dev.signalbox.client;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.signalbox.client.MessageCompletion.CompletedMessage;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Records messages in a MongoDB collection, in the caller's transaction: {@code outbox.record(session, message)}. The
 * documents have the fields of {@link Layout#flowcatalyst()}. It never commits or aborts; thread-safe.
 */
public final class MongoOutbox {
    private final MongoCollection<BsonDocument> collection;
    private final MessageCompletion completion;
    private final boolean requiresTransaction;
    private final Clock clock;

    private MongoOutbox(Builder from) {
        this.collection = from.collection;
        this.completion = from.completion(Layout.flowcatalyst(), Map::of);
        this.requiresTransaction = from.requiresTransaction;
        this.clock = from.clock;
    }

    /** An outbox in this collection with default settings. */
    public static MongoOutbox of(MongoCollection<?> collection) {
        return builder(collection).build();
    }

    public static Builder builder(MongoCollection<?> collection) {
        return new Builder(collection.withDocumentClass(BsonDocument.class));
    }

    /**
     * Records a message.
     *
     * @return its id
     * @throws MessageRefusedException if it is too large or would lose something; nothing was written
     * @throws NoTransactionException if the session has no active transaction, unless that is allowed
     */
    public String record(ClientSession session, Message message) {
        return record(session, List.of(message)).get(0);
    }

    /**
     * Records messages in the order given, in one call.
     *
     * @return their ids, in the same order
     * @throws MessageRefusedException if one is too large or would lose something; none was written
     * @throws NoTransactionException if the session has no active transaction, unless that is allowed
     */
    public List<String> record(ClientSession session, List<Message> messages) {
        if (requiresTransaction && !session.hasActiveTransaction()) {
            throw new NoTransactionException(
                    "The session has no active transaction: the message would be written even if your changes are not."
                            + " Begin one with startTransaction or withTransaction (MongoDB has them on replica sets)."
                            + " To record without one, build the outbox with requireTransaction(false)");
        }
        List<CompletedMessage> completed = completion.complete(messages);
        MessageCompletion.refuseDisorder(completed);
        BsonDateTime now = new BsonDateTime(clock.millis());
        List<BsonDocument> documents =
                completed.stream().map(one -> document(one, now)).toList();
        if (!documents.isEmpty()) {
            collection.insertMany(session, documents);
        }
        return documents.stream()
                .map(document -> document.getString("_id").getValue())
                .toList();
    }

    private static BsonDocument document(CompletedMessage completed, BsonDateTime now) {
        Message message = completed.message();
        return new BsonDocument("_id", text(completed.id()))
                .append("type", text(message.type()))
                .append("messageGroup", text(message.group()))
                .append("payload", text(message.payload()))
                .append("status", text("PENDING"))
                .append("retryCount", new BsonInt32(0))
                .append("createdAt", now)
                .append("processedAt", BsonNull.VALUE)
                .append("errorMessage", BsonNull.VALUE);
    }

    private static BsonValue text(@Nullable String text) {
        return text == null ? BsonNull.VALUE : new BsonString(text);
    }

    /** The settings of an outbox: {@code MongoOutbox.builder(collection).ids(Ids.uuid()).build()}. */
    public static final class Builder extends RecordingBuilder<Builder> {
        private final MongoCollection<BsonDocument> collection;
        private Clock clock = Clock.systemUTC();

        private Builder(MongoCollection<BsonDocument> collection) {
            this.collection = collection;
            // Fields have no maximum length, unlike columns.
            limits(Limits.DEFAULTS);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets the clock for {@code createdAt}, which orders the messages of a group; all writers should agree on the time.
         */
        public Builder clock(Clock clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        public MongoOutbox build() {
            return new MongoOutbox(this);
        }
    }
}
