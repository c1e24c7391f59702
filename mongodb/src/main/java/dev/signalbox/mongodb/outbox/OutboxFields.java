package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import java.time.Duration;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/** The names and words of an outbox document: FlowCatalyst's, and two of our own that are there only while needed. */
public final class OutboxFields {
    public static final String ID = "_id";
    public static final String TYPE = "type";
    public static final String GROUP = "messageGroup";
    public static final String PAYLOAD = "payload";
    public static final String STATUS = "status";
    public static final String RETRY_COUNT = "retryCount";
    public static final String CREATED_AT = "createdAt";
    public static final String PROCESSED_AT = "processedAt";
    public static final String ERROR_MESSAGE = "errorMessage";

    /** Whose claim it is, as a {@link ClaimToken}; only while one of us holds the message. */
    public static final String CLAIM = "signalboxClaim";

    /** What is held against a message after a process ended uncleanly; only until it is answered. */
    public static final String SUSPECT = "signalboxSuspect";

    public static final String SUSPECT_LEVEL = SUSPECT + ".level";
    public static final String SUSPECT_CRASHES = SUSPECT + ".crashes";
    public static final String SUSPECT_IN_FLIGHT = SUSPECT + ".inFlight";

    public static final String PENDING = "PENDING";
    public static final String PROCESSING = "PROCESSING";
    public static final String COMPLETED = "COMPLETED";
    public static final String FAILED = "FAILED";

    private OutboxFields() {}

    /** The index by which everything here is found. */
    public static Bson claimIndex() {
        return Indexes.ascending(STATUS, GROUP, CREATED_AT);
    }

    /** Holds where that date lies further back than this by the server's clock. */
    public static Bson olderThan(String field, Duration time) {
        BsonDocument limit = new BsonDocument(
                "$subtract", new BsonArray(List.of(new BsonString("$$NOW"), new BsonInt64(time.toMillis()))));
        return Filters.and(
                Filters.type(field, "date"),
                Filters.expr(new BsonDocument("$lt", new BsonArray(List.of(new BsonString("$" + field), limit)))));
    }
}
