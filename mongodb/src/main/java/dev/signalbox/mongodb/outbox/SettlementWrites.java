package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Combines settlements into few writes: one for all that are alike, and one for each with its own reason. */
final class SettlementWrites {
    /** A verdict, and the claim that it depends on. */
    record ClaimedSettlement(Message message, Verdict.Final verdict, InFlightDocuments.InFlightDocument inFlight) {}

    private static final Bson CLEAR_CLAIM =
            Updates.combine(Updates.unset(OutboxFields.CLAIM), Updates.unset(OutboxFields.SUSPECT));

    private final Retention retention;
    private final List<ClaimedSettlement> complete = new ArrayList<>();
    private final List<ClaimedSettlement> released = new ArrayList<>();
    private final List<ClaimedSettlement> releasedSuspects = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> single = new ArrayList<>();

    SettlementWrites(Retention retention) {
        this.retention = retention;
    }

    void add(ClaimedSettlement settlement) {
        switch (settlement.verdict()) {
            case Verdict.Complete() -> complete.add(settlement);
            case Verdict.Release() ->
                (settlement.message().suspicion().isNone() ? released : releasedSuspects).add(settlement);
            case Verdict.RetryAt(long _, String reason) ->
                single.add(new UpdateOneModel<>(claimed(settlement), retry(reason), OutboxCollection.updateById()));
            case Verdict.Park(String reason) ->
                single.add(new UpdateOneModel<>(claimed(settlement), park(reason), OutboxCollection.updateById()));
        }
    }

    List<WriteModel<BsonDocument>> models() {
        List<WriteModel<BsonDocument>> models = new ArrayList<>(single);
        if (!complete.isEmpty()) {
            models.add(
                    retention instanceof Retention.DeleteOnCompletion
                            ? new DeleteManyModel<>(
                                    claimed(complete), new DeleteOptions().hint(OutboxCollection.ID_INDEX))
                            : new UpdateManyModel<>(claimed(complete), completed(), OutboxCollection.updateById()));
        }
        if (!released.isEmpty()) {
            models.add(new UpdateManyModel<>(
                    claimed(released), ReleaseClaims.makePending(), OutboxCollection.updateById()));
        }
        if (!releasedSuspects.isEmpty()) {
            Bson notInFlight = Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, false);
            models.add(new UpdateManyModel<>(
                    claimed(releasedSuspects),
                    Updates.combine(ReleaseClaims.makePending(), notInFlight),
                    OutboxCollection.updateById()));
        }
        return models;
    }

    private static Bson completed() {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.COMPLETED),
                Updates.set(OutboxFields.ERROR_MESSAGE, null),
                Updates.currentDate(OutboxFields.PROCESSED_AT),
                CLEAR_CLAIM);
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

    private static Bson claimed(ClaimedSettlement settlement) {
        return claimed(List.of(settlement));
    }

    private static Bson claimed(List<ClaimedSettlement> settlements) {
        List<BsonValue> keys = settlements.stream()
                .map(settlement -> settlement.inFlight().key())
                .toList();
        return ReleaseClaims.claimedBy(
                keys,
                settlements.stream()
                        .map(settlement -> settlement.inFlight().token())
                        .toList());
    }
}
