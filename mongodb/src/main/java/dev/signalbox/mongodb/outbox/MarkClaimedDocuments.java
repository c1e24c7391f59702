package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Claims the selected messages: marks all of them in one update with a new token, then checks the lease, and reads what has
 * the token. A message that another node has claimed meanwhile ends its group prefix, and the messages after it are
 * released.
 */
final class MarkClaimedDocuments {
    /**
     * The result of marking and reading messages.
     *
     * @param owned false if the owner has lost its lease, and nothing was claimed
     * @param cut whether messages were released because they did not fit
     */
    record ClaimedMessages(boolean owned, List<Message> messages, Set<String> moreOf, boolean cut) {
        static final ClaimedMessages NOTHING = new ClaimedMessages(true, List.of(), Set.of(), false);
        static final ClaimedMessages FENCED = new ClaimedMessages(false, List.of(), Set.of(), false);

        boolean hasUngrouped() {
            return messages.stream().anyMatch(message -> message.group() == null);
        }
    }

    private final OutboxCollection outbox;
    private final OutboxSettings settings;
    private final MongoLeaseFence fence;
    private final ReleaseClaims releaseClaims;
    private final PayloadSizeEstimate sizes = new PayloadSizeEstimate();

    MarkClaimedDocuments(
            OutboxCollection outbox, OutboxSettings settings, MongoLeaseFence fence, ReleaseClaims releaseClaims) {
        this.outbox = outbox;
        this.settings = settings;
        this.fence = fence;
        this.releaseClaims = releaseClaims;
    }

    /** How many messages fit, if their payloads are as large as those before. */
    int room(ClaimRequest request) {
        return sizes.fittingCount(request.bytes(), request.messages());
    }

    ClaimedMessages claim(
            Incarnation owner, InFlightDocuments inFlight, List<MongoGroupPrefix> prefixes, ClaimRequest request)
            throws SourceException {
        List<BsonValue> keys = keys(prefixes);
        ClaimToken token = inFlight.beginClaim(keys);
        try {
            UpdateResult marked = outbox.run(
                    "claim messages",
                    documents -> documents.updateMany(
                            Filters.and(
                                    Filters.in(OutboxFields.ID, keys),
                                    Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING)),
                            mark(token),
                            OutboxCollection.updateById()));
            if (!fence.isLive(owner)) {
                releaseUngrouped(token, prefixes);
                return ClaimedMessages.FENCED;
            }
            if (marked.getMatchedCount() == 0) {
                inFlight.claimed(token, Map.of());
                return ClaimedMessages.NOTHING;
            }
            return read(inFlight, token, prefixes, request);
        } finally {
            inFlight.claimFailed();
        }
    }

    /**
     * Releases only ungrouped messages. The next owner finds the others as blocked groups: if they were released while it
     * reads, later messages of their groups would overtake them.
     */
    private void releaseUngrouped(ClaimToken token, List<MongoGroupPrefix> prefixes) throws SourceException {
        releaseClaims.release(
                token,
                keys(prefixes.stream().filter(prefix -> prefix.group() == null).toList()));
    }

    private static List<BsonValue> keys(List<MongoGroupPrefix> prefixes) {
        return prefixes.stream()
                .flatMap(prefix -> prefix.rows().stream())
                .map(CandidateDocument::key)
                .toList();
    }

    private static Bson mark(ClaimToken token) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Updates.set(OutboxFields.CLAIM, token.bson()),
                Updates.currentDate(OutboxFields.PROCESSED_AT));
    }

    private ClaimedMessages read(
            InFlightDocuments inFlight, ClaimToken token, List<MongoGroupPrefix> prefixes, ClaimRequest request)
            throws SourceException {
        ReadClaimedDocuments reading = new ReadClaimedDocuments(outbox, settings, token, sizes);
        reading.read(prefixes, request.bytes(), settings.ordering() != Ordering.NONE);
        releaseClaims.release(token, reading.unused());
        inFlight.claimed(token, reading.kept());
        return reading.result();
    }
}
