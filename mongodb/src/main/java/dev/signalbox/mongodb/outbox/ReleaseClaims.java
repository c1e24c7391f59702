package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Frees messages, on condition that a claim still holds them. */
final class ReleaseClaims {
    private final OutboxCollection access;

    ReleaseClaims(OutboxCollection access) {
        this.access = access;
    }

    /** What makes a message wait again. */
    static Bson makePending() {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
                Updates.set(OutboxFields.PROCESSED_AT, null),
                Updates.unset(OutboxFields.CLAIM));
    }

    /** Holds for those of these documents that one of these claims has. */
    static Bson claimedBy(Collection<BsonValue> keys, Collection<ClaimToken> tokens) {
        return Filters.and(
                Filters.in(OutboxFields.ID, keys),
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Filters.in(
                        OutboxFields.CLAIM,
                        tokens.stream().map(ClaimToken::bson).distinct().toList()));
    }

    /** Gives back what was claimed and is not going to be delivered now. */
    void release(ClaimToken token, Collection<BsonValue> keys) throws SourceException {
        if (!keys.isEmpty()) {
            access.run(
                    "give back messages",
                    documents -> documents.updateMany(claimedBy(keys, List.of(token)), makePending(), IdIndexHint.update()));
        }
    }
}
