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
 * Records verdicts of all kinds in one bulk write, each on condition that the message carries the token of its claim.
 *
 * <p>The lease is looked at before. Should it be taken after that look, the token still decides: as long as the heir has not
 * freed the message, nobody else can have it, and what was answered is true.
 */
final class SettleDocuments {
    private static final Bson FIELDS =
            Projections.include(OutboxFields.STATUS, OutboxFields.CLAIM, OutboxFields.RETRY_COUNT);

    private final OutboxCollection access;
    private final OutboxSettings settings;
    private final MongoLeaseFence fence;

    SettleDocuments(OutboxCollection access, OutboxSettings settings, MongoLeaseFence fence) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
    }

    SettleResult settle(Incarnation owner, InFlightDocuments inFlightDocuments, List<Settlement> settlements)
            throws SourceException {
        List<ClaimedSettlement> claimedSettlements = new ArrayList<>();
        for (Settlement settlement : settlements) {
            InFlightDocuments.InFlightDocument inFlightDocument = inFlightDocuments.of(settlement.message());
            if (inFlightDocument != null) {
                claimedSettlements.add(
                        new ClaimedSettlement(settlement.message(), settlement.verdict(), inFlightDocument));
            }
        }
        if (claimedSettlements.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> recorded = fence.isLive(owner) ? write(claimedSettlements) : Set.of();
        inFlightDocuments.settled(
                claimedSettlements.stream().map(ClaimedSettlement::message).toList());
        return SettleResult.all(recorded);
    }

    private Set<String> write(List<ClaimedSettlement> claimedSettlements) throws SourceException {
        SettlementWrites writes = new SettlementWrites(settings.retention());
        claimedSettlements.forEach(writes::add);
        BulkWriteResult result = access.run(
                "settle messages",
                documents -> documents.bulkWrite(writes.models(), new BulkWriteOptions().ordered(false)));
        Set<String> recorded = new HashSet<>();
        claimedSettlements.forEach(
                claimedSettlement -> recorded.add(claimedSettlement.message().id()));
        if (result.getMatchedCount() + result.getDeletedCount() < claimedSettlements.size()) {
            recorded.retainAll(settledBefore(claimedSettlements));
        }
        return recorded;
    }

    /**
     * Not all were written now. One of those others may have been settled by us before, without the answer reaching us: its
     * document then says what it would say now.
     */
    private Set<String> settledBefore(List<ClaimedSettlement> claimedSettlements) throws SourceException {
        List<BsonValue> keys = claimedSettlements.stream()
                .map(claimedSettlement -> claimedSettlement.inFlight().key())
                .toList();
        Map<BsonValue, BsonDocument> found = new HashMap<>();
        access.find("look what was settled", Filters.in(OutboxFields.ID, keys), FIELDS)
                .forEach(document -> found.put(MessageIds.of(document), document));
        Set<String> settled = new HashSet<>();
        for (ClaimedSettlement claimedSettlement : claimedSettlements) {
            if (isRecorded(
                    claimedSettlement, found.get(claimedSettlement.inFlight().key()))) {
                settled.add(claimedSettlement.message().id());
            }
        }
        return settled;
    }

    private boolean isRecorded(ClaimedSettlement claimedSettlement, @Nullable BsonDocument document) {
        if (document == null) {
            return claimedSettlement.verdict() instanceof Verdict.Complete
                    && settings.retention() instanceof Retention.DeleteOnCompletion;
        }
        if (ClaimToken.in(document).isPresent()) {
            return false;
        }
        Message message = claimedSettlement.message();
        String status = String.valueOf(FieldValues.text(document, OutboxFields.STATUS));
        int attempts = FieldValues.number(document.get(OutboxFields.RETRY_COUNT));
        return switch (claimedSettlement.verdict()) {
            case Verdict.Complete() -> status.equals(OutboxFields.COMPLETED);
            case Verdict.Park(String _) -> status.equals(OutboxFields.FAILED);
            case Verdict.RetryAt(long _, String _) ->
                status.equals(OutboxFields.PENDING) && attempts == message.attempts() + 1;
            case Verdict.Release() -> status.equals(OutboxFields.PENDING) && attempts == message.attempts();
        };
    }
}
