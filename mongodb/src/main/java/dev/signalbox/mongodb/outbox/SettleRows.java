package dev.signalbox.mongodb.outbox;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.LeaseFence;
import dev.signalbox.mongodb.outbox.VerdictWrites.Entry;
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
final class SettleRows {
    private static final Bson FIELDS =
            Projections.include(OutboxFields.STATUS, OutboxFields.CLAIM, OutboxFields.RETRY_COUNT);

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final LeaseFence fence;

    SettleRows(OutboxAccess access, OutboxSettings settings, LeaseFence fence) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
    }

    Settled settle(Incarnation owner, Holdings holdings, List<Settlement> settlements) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (Settlement settlement : settlements) {
            Holdings.Held held = holdings.of(settlement.message());
            if (held != null) {
                entries.add(new Entry(settlement.message(), settlement.verdict(), held));
            }
        }
        if (entries.isEmpty()) {
            return Settled.NOTHING;
        }
        Set<String> recorded = fence.isLive(owner) ? write(entries) : Set.of();
        holdings.settled(entries.stream().map(Entry::message).toList());
        return Settled.all(recorded);
    }

    private Set<String> write(List<Entry> entries) throws SourceException {
        VerdictWrites writes = new VerdictWrites(settings.retention());
        entries.forEach(writes::add);
        BulkWriteResult result = access.run(
                "settle messages",
                documents -> documents.bulkWrite(writes.models(), new BulkWriteOptions().ordered(false)));
        Set<String> recorded = new HashSet<>();
        entries.forEach(entry -> recorded.add(entry.message().id()));
        if (result.getMatchedCount() + result.getDeletedCount() < entries.size()) {
            recorded.retainAll(settledBefore(entries));
        }
        return recorded;
    }

    /**
     * Not all were written now. One of those others may have been settled by us before, without the answer reaching us: its
     * document then says what it would say now.
     */
    private Set<String> settledBefore(List<Entry> entries) throws SourceException {
        List<BsonValue> keys = entries.stream().map(entry -> entry.held().key()).toList();
        Map<BsonValue, BsonDocument> found = new HashMap<>();
        access.find("look what was settled", Filters.in(OutboxFields.ID, keys), FIELDS)
                .forEach(document -> found.put(MessageIds.of(document), document));
        Set<String> settled = new HashSet<>();
        for (Entry entry : entries) {
            if (isRecorded(entry, found.get(entry.held().key()))) {
                settled.add(entry.message().id());
            }
        }
        return settled;
    }

    private boolean isRecorded(Entry entry, @Nullable BsonDocument document) {
        if (document == null) {
            return entry.verdict() instanceof Verdict.Complete
                    && settings.retention() instanceof Retention.DeleteOnCompletion;
        }
        if (ClaimToken.in(document).isPresent()) {
            return false;
        }
        Message message = entry.message();
        String status = String.valueOf(FieldValues.text(document, OutboxFields.STATUS));
        int attempts = FieldValues.number(document.get(OutboxFields.RETRY_COUNT));
        return switch (entry.verdict()) {
            case Verdict.Complete() -> status.equals(OutboxFields.COMPLETED);
            case Verdict.Park(String _) -> status.equals(OutboxFields.FAILED);
            case Verdict.RetryAt(long _, String _) ->
                status.equals(OutboxFields.PENDING) && attempts == message.attempts() + 1;
            case Verdict.Release() -> status.equals(OutboxFields.PENDING) && attempts == message.attempts();
        };
    }
}
