package dev.signalbox.mongodb.schema;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.mongodb.outbox.MessageIds;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Checks the field types of some waiting messages. */
final class DocumentCheck {
    private static final int MAX_DOCUMENTS = 1_000;
    private static final Bson FIELDS =
            Projections.include(OutboxFields.GROUP, OutboxFields.CREATED_AT, OutboxFields.RETRY_COUNT);

    private final MongoCollection<BsonDocument> collection;

    DocumentCheck(MongoCollection<BsonDocument> collection) {
        this.collection = collection;
    }

    List<InspectionFinding> findings(String purpose) {
        List<BsonDocument> waiting = collection
                .find(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING))
                .projection(FIELDS)
                .limit(MAX_DOCUMENTS)
                .into(new ArrayList<>());
        List<InspectionFinding> findings = new ArrayList<>();
        for (BsonDocument document : waiting) {
            List<String> problems = problems(document);
            if (!problems.isEmpty()) {
                String detail = "message %s: %s"
                        .formatted(MessageIds.text(MessageIds.of(document)), String.join("; ", problems));
                findings.add(new InspectionFinding("fields", State.WRONG, false, detail, purpose));
                return findings;
            }
        }
        String detail = waiting.isEmpty()
                ? "no message waits, so there was none to look at"
                : "those of %d waiting messages are of the types expected".formatted(waiting.size());
        findings.add(new InspectionFinding("fields", State.PRESENT, false, detail, purpose));
        return findings;
    }

    private static List<String> problems(BsonDocument document) {
        List<String> problems = new ArrayList<>();
        BsonValue group = value(document, OutboxFields.GROUP);
        if (!group.isString() && !group.isNull()) {
            problems.add(wrong(OutboxFields.GROUP, group, "a string or null; as it is, it is never delivered"));
        }
        BsonValue createdAt = value(document, OutboxFields.CREATED_AT);
        if (!createdAt.isDateTime()) {
            problems.add(wrong(OutboxFields.CREATED_AT, createdAt, "a date"));
        }
        BsonValue retries = value(document, OutboxFields.RETRY_COUNT);
        if (!retries.isNumber() && !retries.isNull()) {
            problems.add(wrong(OutboxFields.RETRY_COUNT, retries, "a number"));
        }
        return problems;
    }

    private static BsonValue value(BsonDocument document, String field) {
        return document.get(field, BsonNull.VALUE);
    }

    private static String wrong(String field, BsonValue value, String allowed) {
        return "field %s is of type %s; allowed is %s".formatted(field, value.getBsonType(), allowed);
    }
}
