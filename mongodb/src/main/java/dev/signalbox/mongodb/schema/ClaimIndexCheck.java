package dev.signalbox.mongodb.schema;

import com.mongodb.client.MongoCollection;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Checks for the index that claims use, whatever its name. */
final class ClaimIndexCheck {
    static final String NAME = "signalbox_claim";

    private static final List<String> FIELDS =
            List.of(OutboxFields.STATUS, OutboxFields.GROUP, OutboxFields.CREATED_AT);

    private final MongoCollection<BsonDocument> collection;

    ClaimIndexCheck(MongoCollection<BsonDocument> collection) {
        this.collection = collection;
    }

    boolean exists() {
        List<BsonDocument> indexes = collection.listIndexes(BsonDocument.class).into(new ArrayList<>());
        return indexes.stream().anyMatch(ClaimIndexCheck::isUsable);
    }

    /** A partial, sparse, hidden or collated index cannot be used. */
    private static boolean isUsable(BsonDocument index) {
        BsonDocument key = index.getDocument("key", new BsonDocument());
        List<String> first = key.keySet().stream().limit(FIELDS.size()).toList();
        boolean ascending = key.values().stream()
                .limit(FIELDS.size())
                .allMatch(direction ->
                        direction.isNumber() && direction.asNumber().intValue() == 1);
        BsonValue hidden = index.get("hidden");
        boolean whole = !index.containsKey("partialFilterExpression")
                && !index.containsKey("sparse")
                && !index.containsKey("collation")
                && (hidden == null || !hidden.isBoolean() || !hidden.asBoolean().getValue());
        return first.equals(FIELDS) && ascending && whole;
    }
}
