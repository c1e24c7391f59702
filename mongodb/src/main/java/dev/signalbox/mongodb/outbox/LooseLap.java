package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The messages without a group: those that the last look has found, and where the next look begins. That is at the oldest,
 * unless those there are mostly another node's or wait: then it is where the last look ended, until the end is reached, so
 * that they hold up nobody.
 */
final class LooseLap {
    private static final int LARGEST = 8_192;
    private static final Bson FIELDS = Projections.include(OutboxFields.CREATED_AT);

    private final OutboxAccess access;
    private final Deque<Found> waiting = new ArrayDeque<>();
    private @Nullable Bson start;
    private @Nullable Bson end;
    private boolean oneMoment;

    LooseLap(OutboxAccess access) {
        this.access = access;
    }

    /** Looks for more if there is nothing left. */
    void refill(int size, Predicate<Found> usable) throws SourceException {
        if (!waiting.isEmpty()) {
            return;
        }
        int limit = oneMoment ? LARGEST : Math.min(size, LARGEST);
        Bson loose = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.eq(OutboxFields.GROUP, null));
        Bson from = start;
        List<BsonDocument> seen = access.find(
                "look for messages without a group",
                from == null ? loose : Filters.and(loose, from),
                FIELDS,
                find -> find.sort(Sorts.ascending(OutboxFields.CREATED_AT)).limit(limit));
        looked(seen, limit, usable);
    }

    private void looked(List<BsonDocument> seen, int limit, Predicate<Found> usable) {
        oneMoment = false;
        seen.stream().map(Found::of).filter(usable).forEach(waiting::add);
        end = seen.size() < limit ? null : behind(seen, limit);
        boolean crowded = waiting.size() * 2 < seen.size();
        if (start != null || crowded) {
            start = end;
        }
    }

    /** The last moment may go on behind what was seen, so it is seen again; unless there was no other. */
    private @Nullable Bson behind(List<BsonDocument> seen, int limit) {
        BsonValue first = seen.getFirst().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        BsonValue last = seen.getLast().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        oneMoment = last.equals(first);
        if (last.isNull()) {
            return null;
        }
        return oneMoment && limit == LARGEST
                ? Filters.gt(OutboxFields.CREATED_AT, last)
                : Filters.gte(OutboxFields.CREATED_AT, last);
    }

    /** The next message that is wanted now. */
    @Nullable
    Found next(Predicate<Found> wanted) {
        while (!waiting.isEmpty()) {
            Found row = waiting.removeFirst();
            if (wanted.test(row)) {
                return row;
            }
        }
        return null;
    }

    void putBack(Found row) {
        waiting.addFirst(row);
    }

    /**
     * A claim was made.
     *
     * @param inVain whether it tried such messages and got none of them
     * @return whether it may be worth it to make another at once
     */
    boolean claimed(boolean inVain) {
        if (inVain && waiting.isEmpty()) {
            start = end;
        }
        return !waiting.isEmpty() || end != null;
    }

    void startOver() {
        waiting.clear();
        start = null;
        end = null;
        oneMoment = false;
    }
}
