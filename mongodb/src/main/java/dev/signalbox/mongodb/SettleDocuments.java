package dev.signalbox.mongodb;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.InFlightDocuments.InFlightDocument;
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
record SettleDocuments(OutboxCollection outbox) {
    private static final Bson FIELDS =
            Projections.include(OutboxFields.STATUS, OutboxFields.CLAIM, OutboxFields.RETRY_COUNT);
    private static final Bson CLEAR_CLAIM =
            Updates.combine(Updates.unset(OutboxFields.CLAIM), Updates.unset(OutboxFields.SUSPECT));
    private static final Bson COMPLETED = Updates.combine(
            Updates.set(OutboxFields.STATUS, OutboxFields.COMPLETED),
            Updates.set(OutboxFields.ERROR_MESSAGE, null),
            Updates.currentDate(OutboxFields.PROCESSED_AT),
            CLEAR_CLAIM);

    private record ClaimedSettlement(Message message, Verdict.Final verdict, InFlightDocument inFlight) {}

    SettleResult settle(Incarnation owner, InFlightDocuments inFlight, List<Settlement> settlements)
            throws SourceException {
        List<ClaimedSettlement> claimed = new ArrayList<>();
        for (Settlement settlement : settlements) {
            InFlightDocument claim = inFlight.of(settlement.message());
            if (claim != null) {
                claimed.add(new ClaimedSettlement(settlement.message(), settlement.verdict(), claim));
            }
        }
        if (claimed.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> recorded = outbox.fence().isLive(owner) ? write(claimed) : Set.of();
        inFlight.settled(claimed.stream().map(ClaimedSettlement::message).toList());
        return SettleResult.all(recorded);
    }

    private Set<String> write(List<ClaimedSettlement> claimed) throws SourceException {
        List<WriteModel<BsonDocument>> writes = writes(claimed);
        BulkWriteResult result = outbox.run(
                "settle messages", documents -> documents.bulkWrite(writes, new BulkWriteOptions().ordered(false)));
        Set<String> recorded = new HashSet<>();
        claimed.forEach(settlement -> recorded.add(settlement.message().id()));
        if (result.getMatchedCount() + result.getDeletedCount() < claimed.size()) {
            recorded.retainAll(settledBefore(claimed));
        }
        return recorded;
    }

    /** Few writes: one for all settlements that are alike, and one for each with its own reason. */
    private List<WriteModel<BsonDocument>> writes(List<ClaimedSettlement> claimed) {
        List<WriteModel<BsonDocument>> writes = new ArrayList<>();
        List<ClaimedSettlement> complete = new ArrayList<>();
        List<ClaimedSettlement> released = new ArrayList<>();
        List<ClaimedSettlement> releasedSuspects = new ArrayList<>();
        for (ClaimedSettlement settlement : claimed) {
            switch (settlement.verdict()) {
                case Verdict.Complete() -> complete.add(settlement);
                case Verdict.Release() ->
                    (settlement.message().suspicion().isNone() ? released : releasedSuspects).add(settlement);
                case Verdict.RetryAt(long _, String reason) -> writes.add(updateOne(settlement, retry(reason)));
                case Verdict.Park(String reason) -> writes.add(updateOne(settlement, park(reason)));
            }
        }
        if (!complete.isEmpty() && deletesCompleted()) {
            writes.add(new DeleteManyModel<>(claimed(complete), new DeleteOptions().hint(OutboxCollection.ID_INDEX)));
        } else {
            update(writes, complete, COMPLETED);
        }
        Bson notInFlight = Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, false);
        update(writes, released, OutboxCollection.makePending());
        update(writes, releasedSuspects, Updates.combine(OutboxCollection.makePending(), notInFlight));
        return writes;
    }

    private boolean deletesCompleted() {
        return outbox.settings().retention() instanceof Retention.DeleteOnCompletion;
    }

    private static void update(
            List<WriteModel<BsonDocument>> writes, List<ClaimedSettlement> settlements, Bson change) {
        if (!settlements.isEmpty()) {
            writes.add(new UpdateManyModel<>(claimed(settlements), change, OutboxCollection.updateById()));
        }
    }

    /** Unlike an update of many, the driver repeats it after a network failure. */
    private static WriteModel<BsonDocument> updateOne(ClaimedSettlement settlement, Bson change) {
        return new UpdateOneModel<>(claimed(List.of(settlement)), change, OutboxCollection.updateById());
    }

    private static Bson retry(String reason) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
                Updates.set(OutboxFields.PROCESSED_AT, null),
                Updates.set(OutboxFields.ERROR_MESSAGE, StorableText.of(reason)),
                Updates.inc(OutboxFields.RETRY_COUNT, 1),
                CLEAR_CLAIM);
    }

    private static Bson park(String reason) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.FAILED),
                Updates.set(OutboxFields.ERROR_MESSAGE, StorableText.of(reason)),
                Updates.currentDate(OutboxFields.PROCESSED_AT),
                CLEAR_CLAIM);
    }

    private static Bson claimed(List<ClaimedSettlement> settlements) {
        return OutboxCollection.claimedBy(
                keys(settlements),
                settlements.stream().map(it -> it.inFlight().token()).toList());
    }

    private static List<BsonValue> keys(List<ClaimedSettlement> settlements) {
        return settlements.stream().map(it -> it.inFlight().key()).toList();
    }

    /**
     * Some were not written now. They may have been settled before without an answer: then the document already has the
     * state that it would get.
     */
    private Set<String> settledBefore(List<ClaimedSettlement> claimed) throws SourceException {
        Map<BsonValue, BsonDocument> found = new HashMap<>();
        outbox.find("check for settled messages", Filters.in(OutboxFields.ID, keys(claimed)), FIELDS)
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
            return settlement.verdict() instanceof Verdict.Complete && deletesCompleted();
        }
        if (ClaimToken.in(document).isPresent()) {
            return false;
        }
        int expected = settlement.message().attempts();
        String status = String.valueOf(FieldValues.text(document, OutboxFields.STATUS));
        int attempts = FieldValues.number(document, OutboxFields.RETRY_COUNT);
        return switch (settlement.verdict()) {
            case Verdict.Complete() -> status.equals(OutboxFields.COMPLETED);
            case Verdict.Park(String _) -> status.equals(OutboxFields.FAILED);
            case Verdict.RetryAt(long _, String _) -> status.equals(OutboxFields.PENDING) && attempts == expected + 1;
            case Verdict.Release() -> status.equals(OutboxFields.PENDING) && attempts == expected;
        };
    }
}
