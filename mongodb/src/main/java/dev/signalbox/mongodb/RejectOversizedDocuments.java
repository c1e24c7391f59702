package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.MongoGroupPrefixReader.CandidateDocument;
import java.util.List;
import java.util.stream.Stream;
import org.bson.conversions.Bson;

/**
 * Makes dead letters of waiting messages whose id, group or time is too large to be read. Whatever the filter finds, it
 * changes only documents in which that field is oversized, so no other message is touched.
 */
record RejectOversizedDocuments(OutboxCollection outbox) {
    /** @return how many have failed */
    int reject(Incarnation owner, List<CandidateDocument> grouped, List<CandidateDocument> ungrouped)
            throws SourceException {
        List<CandidateDocument> rows =
                Stream.concat(grouped.stream(), ungrouped.stream()).toList();
        if (rows.isEmpty() || !outbox.fence().isLive(owner)) {
            return 0;
        }
        long rejected = 0;
        for (CandidateDocument row : rows) {
            OversizedColumn oversized = row.oversized();
            if (oversized != null) {
                rejected += reject(row, oversized);
            }
        }
        return Math.toIntExact(rejected);
    }

    private long reject(CandidateDocument row, OversizedColumn oversized) throws SourceException {
        Bson place = row.isOversized(OutboxFields.ID)
                ? Filters.and(
                        Filters.eq(OutboxFields.GROUP, row.group()), Filters.eq(OutboxFields.CREATED_AT, row.at()))
                : Filters.eq(OutboxFields.ID, row.key());
        Bson filter = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING),
                place,
                outbox.limitedFields().isOversized(oversized.column()));
        Bson failed = Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.FAILED),
                Updates.set(OutboxFields.ERROR_MESSAGE, oversized.reason()),
                Updates.currentDate(OutboxFields.PROCESSED_AT));
        return outbox.run(
                "reject oversized messages",
                documents -> documents.updateMany(filter, failed).getModifiedCount());
    }
}
