package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * The field names and status words of an outbox document: FlowCatalyst's, and two that Signalbox adds while it needs them.
 */
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

    /** The {@link ClaimToken} while a Signalbox node has claimed the message. */
    public static final String CLAIM = "signalboxClaim";

    /** The suspicion after a process ended uncleanly; removed when the message is settled. */
    public static final String SUSPECT = "signalboxSuspect";

    public static final String SUSPECT_LEVEL = SUSPECT + ".level";
    public static final String SUSPECT_CRASHES = SUSPECT + ".crashes";
    public static final String SUSPECT_IN_FLIGHT = SUSPECT + ".inFlight";
    public static final String SUSPECT_TOGETHER = SUSPECT + ".together";
    public static final String SUSPECT_ENDED_AT = SUSPECT + ".endedAt";

    public static final String PENDING = "PENDING";
    public static final String PROCESSING = "PROCESSING";
    public static final String COMPLETED = "COMPLETED";
    public static final String FAILED = "FAILED";

    /** What operators see of a message in a list. */
    public static final Bson SUMMARY =
            Projections.include(TYPE, GROUP, STATUS, RETRY_COUNT, CREATED_AT, PROCESSED_AT, ERROR_MESSAGE);

    /** What is needed to deliver a message. */
    static final Bson DELIVERY =
            Projections.include(TYPE, GROUP, PAYLOAD, RETRY_COUNT, CREATED_AT, PROCESSED_AT, SUSPECT);

    /** The order of the index within one status. */
    public static final Bson INDEX_ORDER = Sorts.ascending(GROUP, CREATED_AT);

    private OutboxFields() {}

    /** The index that all queries use. */
    public static Bson claimIndex() {
        return Indexes.ascending(STATUS, GROUP, CREATED_AT);
    }

    /** Matches dates that are further in the past than this by the server's clock. */
    public static Bson olderThan(String field, Duration time) {
        BsonDocument limit = new BsonDocument(
                "$subtract", new BsonArray(List.of(new BsonString("$$NOW"), new BsonInt64(time.toMillis()))));
        return Filters.and(
                Filters.type(field, "date"),
                Filters.expr(new BsonDocument("$lt", new BsonArray(List.of(new BsonString("$" + field), limit)))));
    }
}
