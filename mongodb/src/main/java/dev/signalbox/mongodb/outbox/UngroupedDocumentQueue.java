package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.outbox.UngroupedQueue;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The queue of ungrouped messages, and the scans that refill it. */
final class UngroupedDocumentQueue extends UngroupedQueue<CandidateDocument, Bson> {
    private static final int MAX_LIMIT = 8_192;
    private static final Bson FIELDS = Projections.include(OutboxFields.CREATED_AT);

    private final OutboxCollection outbox;
    private boolean singleMoment;

    UngroupedDocumentQueue(OutboxCollection outbox) {
        this.outbox = outbox;
    }

    /** Scans for more if the queue is empty. */
    void refill(int size, Predicate<CandidateDocument> usable) throws SourceException {
        if (!isEmpty()) {
            return;
        }
        int limit = singleMoment ? MAX_LIMIT : Math.min(size, MAX_LIMIT);
        Bson ungrouped = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.eq(OutboxFields.GROUP, null));
        Bson from = start();
        List<BsonDocument> seen = outbox.find(
                "look for messages without a group",
                from == null ? ungrouped : Filters.and(ungrouped, from),
                FIELDS,
                find -> find.sort(Sorts.ascending(OutboxFields.CREATED_AT)).limit(limit));
        singleMoment = false;
        Bson end = seen.size() < limit ? null : nextStart(seen, limit);
        looked(seen.stream().map(CandidateDocument::of).filter(usable).toList(), seen.size(), end);
    }

    /** The last moment may continue after what was read, so the next scan reads it again, unless it was the only one. */
    private @Nullable Bson nextStart(List<BsonDocument> seen, int limit) {
        BsonValue first = seen.getFirst().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        BsonValue last = seen.getLast().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        singleMoment = last.equals(first);
        if (last.isNull()) {
            return null;
        }
        return singleMoment && limit == MAX_LIMIT
                ? Filters.gt(OutboxFields.CREATED_AT, last)
                : Filters.gte(OutboxFields.CREATED_AT, last);
    }

    @Override
    public void startOver() {
        super.startOver();
        singleMoment = false;
    }
}
