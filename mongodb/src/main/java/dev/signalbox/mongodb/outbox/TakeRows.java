package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.LeaseFence;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Takes the chosen messages: marks all of them by one update, under a token of its own, then looks whether the lease still
 * holds, and reads what carries the token. A message that somebody else took meanwhile ends its group's run, and what
 * stands behind it is given back.
 */
final class TakeRows {
    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final LeaseFence fence;
    private final GiveBack giveBack;
    private final SizeGuess sizes = new SizeGuess();

    TakeRows(OutboxAccess access, OutboxSettings settings, LeaseFence fence, GiveBack giveBack) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
        this.giveBack = giveBack;
    }

    /** How many messages are worth taking: no more than will fit, if they are like those before. */
    int room(ClaimRequest request) {
        return sizes.howMany(request.bytes(), request.messages());
    }

    Taken take(Incarnation owner, Holdings holdings, List<Run> runs, ClaimRequest request) throws SourceException {
        List<BsonValue> keys = runs.stream()
                .flatMap(run -> run.rows().stream())
                .map(Found::key)
                .toList();
        ClaimToken token = holdings.beginClaim(keys);
        try {
            UpdateResult marked = access.run(
                    "claim messages",
                    documents -> documents.updateMany(
                            Filters.and(
                                    Filters.in(OutboxFields.ID, keys),
                                    Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING)),
                            mark(token),
                            ById.update()));
            if (!fence.isLive(owner)) {
                giveBackLoose(token, runs);
                return Taken.FENCED;
            }
            return marked.getMatchedCount() == 0 ? nothing(holdings, token) : read(holdings, token, runs, request);
        } finally {
            holdings.claimFailed();
        }
    }

    /**
     * Those of groups are left to the heir, who finds them in its way: while it reads, they must not come free behind its
     * back, for what stands behind them would overtake them.
     */
    private void giveBackLoose(ClaimToken token, List<Run> runs) throws SourceException {
        giveBack.unused(
                token,
                runs.stream()
                        .filter(run -> run.group() == null)
                        .flatMap(run -> run.rows().stream())
                        .map(Found::key)
                        .toList());
    }

    private static Bson mark(ClaimToken token) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Updates.set(OutboxFields.CLAIM, token.bson()),
                Updates.currentDate(OutboxFields.PROCESSED_AT));
    }

    private static Taken nothing(Holdings holdings, ClaimToken token) {
        holdings.claimed(token, Map.of());
        return Taken.NOTHING;
    }

    private Taken read(Holdings holdings, ClaimToken token, List<Run> runs, ClaimRequest request)
            throws SourceException {
        ReadBack reading = new ReadBack(access, settings, token, sizes);
        reading.read(runs, request.bytes(), settings.ordering() != Ordering.NONE);
        giveBack.unused(token, reading.unused());
        holdings.claimed(token, reading.kept());
        return reading.taken();
    }
}
