package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Releases messages if a claim still holds them. */
final class ReleaseClaims {
    private final OutboxCollection outbox;

    ReleaseClaims(OutboxCollection outbox) {
        this.outbox = outbox;
    }

    /** The update that makes a message wait again. */
    static Bson makePending() {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
                Updates.set(OutboxFields.PROCESSED_AT, null),
                Updates.unset(OutboxFields.CLAIM));
    }

    /** Matches those of these documents that one of these claims has marked. */
    static Bson claimedBy(Collection<BsonValue> keys, Collection<ClaimToken> tokens) {
        return Filters.and(
                Filters.in(OutboxFields.ID, keys),
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Filters.in(
                        OutboxFields.CLAIM,
                        tokens.stream().map(ClaimToken::bson).distinct().toList()));
    }

    /** Releases messages that are not going to be delivered now. */
    void release(ClaimToken token, Collection<BsonValue> keys) throws SourceException {
        if (!keys.isEmpty()) {
            outbox.run(
                    "release messages",
                    documents -> documents.updateMany(
                            claimedBy(keys, List.of(token)), makePending(), OutboxCollection.updateById()));
        }
    }
}
