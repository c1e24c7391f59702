package dev.signalbox.mongodb.outbox;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import dev.signalbox.mongodb.outbox.SettlementWrites.ClaimedSettlement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Records verdicts of all kinds in one bulk write, each only if the message has the token of its claim.
 *
 * <p>It checks the lease before. If the lease is lost after that check, the token still decides: until the next owner
 * releases the message, no other node can have it, and the outcome is true.
 */
final class SettleDocuments {
    private static final Bson FIELDS =
            Projections.include(OutboxFields.STATUS, OutboxFields.CLAIM, OutboxFields.RETRY_COUNT);

    private final OutboxCollection outbox;
    private final OutboxSettings settings;
    private final MongoLeaseFence fence;

    SettleDocuments(OutboxCollection outbox, OutboxSettings settings, MongoLeaseFence fence) {
        this.outbox = outbox;
        this.settings = settings;
        this.fence = fence;
    }

    SettleResult settle(Incarnation owner, InFlightDocuments inFlight, List<Settlement> settlements)
            throws SourceException {
        List<ClaimedSettlement> claimed = new ArrayList<>();
        for (Settlement settlement : settlements) {
            InFlightDocuments.InFlightDocument claim = inFlight.of(settlement.message());
            if (claim != null) {
                claimed.add(new ClaimedSettlement(settlement.message(), settlement.verdict(), claim));
            }
        }
        if (claimed.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> recorded = fence.isLive(owner) ? write(claimed) : Set.of();
        inFlight.settled(claimed.stream().map(ClaimedSettlement::message).toList());
        return SettleResult.all(recorded);
    }

    private Set<String> write(List<ClaimedSettlement> claimed) throws SourceException {
        SettlementWrites writes = new SettlementWrites(settings.retention());
        claimed.forEach(writes::add);
        BulkWriteResult result = outbox.run(
                "settle messages",
                documents -> documents.bulkWrite(writes.models(), new BulkWriteOptions().ordered(false)));
        Set<String> recorded = new HashSet<>();
        claimed.forEach(settlement -> recorded.add(settlement.message().id()));
        if (result.getMatchedCount() + result.getDeletedCount() < claimed.size()) {
            recorded.retainAll(settledBefore(claimed));
        }
        return recorded;
    }

    /**
     * Some were not written now. They may have been settled before without an answer: then the document already has the
     * state that it would get.
     */
    private Set<String> settledBefore(List<ClaimedSettlement> claimed) throws SourceException {
        List<BsonValue> keys =
                claimed.stream().map(settlement -> settlement.inFlight().key()).toList();
        Map<BsonValue, BsonDocument> found = new HashMap<>();
        outbox.find("check for settled messages", Filters.in(OutboxFields.ID, keys), FIELDS)
                .forEach(document -> found.put(MessageIds.of(document), document));
        Set<String> settled = new HashSet<>();
        for (ClaimedSettlement settlement : claimed) {
            if (isRecorded(settlement, found.get(settlement.inFlight().key()))) {
                settled.add(settlement.message().id());
            }
        }
        return settled;
    }

    private boolean isRecorded(ClaimedSettlement settlement, @Nullable BsonDocument document) {
        if (document == null) {
            return settlement.verdict() instanceof Verdict.Complete
                    && settings.retention() instanceof Retention.DeleteOnCompletion;
        }
        if (ClaimToken.in(document).isPresent()) {
            return false;
        }
        Message message = settlement.message();
        String status = String.valueOf(FieldValues.text(document, OutboxFields.STATUS));
        int attempts = FieldValues.number(document, OutboxFields.RETRY_COUNT);
        return switch (settlement.verdict()) {
            case Verdict.Complete() -> status.equals(OutboxFields.COMPLETED);
            case Verdict.Park(String _) -> status.equals(OutboxFields.FAILED);
            case Verdict.RetryAt(long _, String _) ->
                status.equals(OutboxFields.PENDING) && attempts == message.attempts() + 1;
            case Verdict.Release() -> status.equals(OutboxFields.PENDING) && attempts == message.attempts();
        };
    }
}
