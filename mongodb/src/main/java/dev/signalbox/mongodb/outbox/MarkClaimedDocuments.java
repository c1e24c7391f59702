package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Takes the chosen messages: marks all of them by one update, under a token of its own, then looks whether the lease still
 * holds, and reads what carries the token. A message that somebody else took meanwhile ends its group's run, and what
 * stands behind it is given back.
 */
final class MarkClaimedDocuments {
    private final OutboxCollection access;
    private final OutboxSettings settings;
    private final MongoLeaseFence fence;
    private final ReleaseClaims releaseClaims;
    private final PayloadSizeEstimate sizes = new PayloadSizeEstimate();

    MarkClaimedDocuments(
            OutboxCollection access, OutboxSettings settings, MongoLeaseFence fence, ReleaseClaims releaseClaims) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
        this.releaseClaims = releaseClaims;
    }

    /** How many messages are worth taking: no more than will fit, if they are like those before. */
    int room(ClaimRequest request) {
        return sizes.howMany(request.bytes(), request.messages());
    }

    MongoClaimResult claim(
            Incarnation owner,
            InFlightDocuments inFlightDocuments,
            List<MongoGroupPrefix> mongoGroupPrefixes,
            ClaimRequest request)
            throws SourceException {
        List<BsonValue> keys = mongoGroupPrefixes.stream()
                .flatMap(mongoGroupPrefix -> mongoGroupPrefix.rows().stream())
                .map(CandidateDocument::key)
                .toList();
        ClaimToken token = inFlightDocuments.beginClaim(keys);
        try {
            UpdateResult marked = access.run(
                    "claim messages",
                    documents -> documents.updateMany(
                            Filters.and(
                                    Filters.in(OutboxFields.ID, keys),
                                    Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING)),
                            mark(token),
                            IdIndexHint.update()));
            if (!fence.isLive(owner)) {
                releaseUngrouped(token, mongoGroupPrefixes);
                return MongoClaimResult.FENCED;
            }
            return marked.getMatchedCount() == 0
                    ? nothing(inFlightDocuments, token)
                    : read(inFlightDocuments, token, mongoGroupPrefixes, request);
        } finally {
            inFlightDocuments.claimFailed();
        }
    }

    /**
     * Those of groups are left to the heir, who finds them in its way: while it reads, they must not come free behind its
     * back, for what stands behind them would overtake them.
     */
    private void releaseUngrouped(ClaimToken token, List<MongoGroupPrefix> mongoGroupPrefixes) throws SourceException {
        releaseClaims.unused(
                token,
                mongoGroupPrefixes.stream()
                        .filter(mongoGroupPrefix -> mongoGroupPrefix.group() == null)
                        .flatMap(mongoGroupPrefix -> mongoGroupPrefix.rows().stream())
                        .map(CandidateDocument::key)
                        .toList());
    }

    private static Bson mark(ClaimToken token) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Updates.set(OutboxFields.CLAIM, token.bson()),
                Updates.currentDate(OutboxFields.PROCESSED_AT));
    }

    private static MongoClaimResult nothing(InFlightDocuments inFlightDocuments, ClaimToken token) {
        inFlightDocuments.claimed(token, Map.of());
        return MongoClaimResult.NOTHING;
    }

    private MongoClaimResult read(
            InFlightDocuments inFlightDocuments,
            ClaimToken token,
            List<MongoGroupPrefix> mongoGroupPrefixes,
            ClaimRequest request)
            throws SourceException {
        ReadClaimedDocuments reading = new ReadClaimedDocuments(access, settings, token, sizes);
        reading.read(mongoGroupPrefixes, request.bytes(), settings.ordering() != Ordering.NONE);
        releaseClaims.unused(token, reading.unused());
        inFlightDocuments.claimed(token, reading.kept());
        return reading.taken();
    }
}
