package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.LeaseFence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Gives back messages whose owner is gone: fenced owners' at once, unknown owners' after the time-out. */
final class RecoverRows {
    private static final int BATCH = 1_000;
    private static final Bson FIELDS = Projections.include(OutboxFields.CLAIM, OutboxFields.GROUP);

    /** A document with a token of ours. */
    private record Claim(BsonValue key, ClaimToken token) {}

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final LeaseFence fence;
    private final GiveBack giveBack;
    private final SuspectRows suspects;

    RecoverRows(OutboxAccess access, OutboxSettings settings, LeaseFence fence, GiveBack giveBack) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
        this.giveBack = giveBack;
        this.suspects = new SuspectRows(access);
    }

    /** @param scope the shards in which nobody but this owner claims */
    Recovered recover(Incarnation owner, Holdings holdings, Shards scope) throws SourceException {
        if (!fence.isLive(owner)) {
            return Recovered.NOTHING;
        }
        return new Recovered(orphans(owner, holdings, scope), expired());
    }

    /** Gives back what claims of our own marked whose answer never came: nobody would deliver it otherwise. */
    void giveBackDoubtful(Incarnation owner, Holdings holdings) throws SourceException {
        for (Holdings.Doubt doubt : holdings.freshDoubts()) {
            Bson marked = GiveBack.held(doubt.keys(), List.of(doubt.token()));
            List<BsonValue> lost = access.find("look for lost claims", marked, FIELDS).stream()
                    .map(MessageIds::of)
                    .filter(key -> holdings.isLost(doubt.token(), key))
                    .toList();
            if (!lost.isEmpty() && !fence.isLive(owner)) {
                return;
            }
            giveBack.unused(doubt.token(), lost);
            holdings.lookedInto(doubt);
        }
    }

    /** Whether one of these incarnations is fenced, so that its claims stand in the way for nothing. */
    boolean hasFenced(Incarnation owner, Set<String> incarnations) throws SourceException {
        Set<String> others = new HashSet<>(incarnations);
        others.remove(owner.value());
        return fence.live(others).size() < others.size();
    }

    /**
     * Looks at all that is held by any of us, which is no more than all nodes have in memory.
     *
     * <p>The own lease is looked at after the claims were read: should it be taken after that, the heir finds all of them
     * too, before it claims anything, and nothing is left that we could free behind its back.
     */
    int orphans(Incarnation owner, Holdings holdings, Shards scope) throws SourceException {
        List<Claim> claims = claims(scope);
        Set<String> owners = new HashSet<>();
        claims.forEach(claim -> owners.add(claim.token().owner()));
        owners.add(owner.value());
        Set<String> live = fence.live(owners);
        if (!live.contains(owner.value())) {
            return 0;
        }
        List<Claim> fenced = new ArrayList<>();
        for (Claim claim : claims) {
            if (!live.contains(claim.token().owner())) {
                fenced.add(claim);
            } else if (holdings.isLost(claim.token(), claim.key())) {
                giveBack.unused(claim.token(), List.of(claim.key()));
            }
        }
        int given = 0;
        for (int start = 0; start < fenced.size(); start += BATCH) {
            List<Claim> batch = fenced.subList(start, Math.min(fenced.size(), start + BATCH));
            given += suspects.giveBack(
                    batch.stream().map(Claim::key).toList(),
                    batch.stream().map(Claim::token).distinct().toList());
        }
        return given;
    }

    private List<Claim> claims(Shards scope) throws SourceException {
        Bson claimed = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM));
        List<Claim> claims = new ArrayList<>();
        for (BsonDocument document : access.find("look for lost claims", claimed, FIELDS)) {
            BsonValue key = MessageIds.of(document);
            String group = Found.group(document);
            if (scope.contains(Shards.shardOf(group == null ? MessageIds.text(key) : group))) {
                ClaimToken.in(document).ifPresent(token -> claims.add(new Claim(key, token)));
            }
        }
        return claims;
    }

    /** One that is held since an unknown time is given a time first, so that it too has the whole time-out. */
    private int expired() throws SourceException {
        Bson strangers = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM, false));
        Bson timeless = Filters.and(strangers, Filters.not(Filters.type(OutboxFields.PROCESSED_AT, "date")));
        Bson over =
                Filters.and(strangers, OutboxFields.olderThan(OutboxFields.PROCESSED_AT, settings.processingTimeout()));
        return access.run("give back expired messages", documents -> {
            documents.updateMany(timeless, Updates.currentDate(OutboxFields.PROCESSED_AT));
            return Math.toIntExact(
                    documents.updateMany(over, GiveBack.waiting()).getModifiedCount());
        });
    }
}
