package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outbox.StorableText;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Puts verdicts into a few writes: one for all that are alike, and one for each that has a reason of its own. */
final class VerdictWrites {
    /** A verdict, and the claim on which it depends. */
    record Entry(Message message, Verdict.Final verdict, Holdings.Held held) {}

    private static final Bson ANSWERED =
            Updates.combine(Updates.unset(OutboxFields.CLAIM), Updates.unset(OutboxFields.SUSPECT));

    private final Retention retention;
    private final List<Entry> complete = new ArrayList<>();
    private final List<Entry> released = new ArrayList<>();
    private final List<Entry> landed = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> single = new ArrayList<>();

    VerdictWrites(Retention retention) {
        this.retention = retention;
    }

    void add(Entry entry) {
        switch (entry.verdict()) {
            case Verdict.Complete() -> complete.add(entry);
            case Verdict.Release() -> (entry.message().suspicion().isNone() ? released : landed).add(entry);
            case Verdict.RetryAt(long _, String reason) ->
                single.add(new UpdateOneModel<>(held(entry), retry(reason), ById.update()));
            case Verdict.Park(String reason) ->
                single.add(new UpdateOneModel<>(held(entry), park(reason), ById.update()));
        }
    }

    List<WriteModel<BsonDocument>> models() {
        List<WriteModel<BsonDocument>> models = new ArrayList<>(single);
        if (!complete.isEmpty()) {
            models.add(
                    retention instanceof Retention.DeleteOnCompletion
                            ? new DeleteManyModel<>(held(complete), ById.delete())
                            : new UpdateManyModel<>(held(complete), completed(), ById.update()));
        }
        if (!released.isEmpty()) {
            models.add(new UpdateManyModel<>(held(released), GiveBack.waiting(), ById.update()));
        }
        if (!landed.isEmpty()) {
            Bson notInFlight = Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, false);
            models.add(new UpdateManyModel<>(
                    held(landed), Updates.combine(GiveBack.waiting(), notInFlight), ById.update()));
        }
        return models;
    }

    private static Bson completed() {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.COMPLETED),
                Updates.set(OutboxFields.ERROR_MESSAGE, null),
                Updates.currentDate(OutboxFields.PROCESSED_AT),
                ANSWERED);
    }

    private static Bson retry(String reason) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
                Updates.set(OutboxFields.PROCESSED_AT, null),
                Updates.set(OutboxFields.ERROR_MESSAGE, StorableText.of(reason)),
                Updates.inc(OutboxFields.RETRY_COUNT, 1),
                ANSWERED);
    }

    private static Bson park(String reason) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.FAILED),
                Updates.set(OutboxFields.ERROR_MESSAGE, StorableText.of(reason)),
                Updates.currentDate(OutboxFields.PROCESSED_AT),
                ANSWERED);
    }

    private static Bson held(Entry entry) {
        return held(List.of(entry));
    }

    private static Bson held(List<Entry> entries) {
        List<BsonValue> keys = entries.stream().map(entry -> entry.held().key()).toList();
        return GiveBack.held(
                keys, entries.stream().map(entry -> entry.held().token()).toList());
    }
}
