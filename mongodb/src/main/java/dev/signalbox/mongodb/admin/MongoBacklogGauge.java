package dev.signalbox.mongodb.admin;

import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.admin.Backlog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.outbox.OutboxCollection;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Measures the backlog without reading all of it. It counts up to a limit, because the server has no statistics per status,
 * and takes the oldest message from the first ones in index order.
 */
final class MongoBacklogGauge {
    static final int COUNT_LIMIT = 10_000;
    private static final Bson TIME = Projections.include(OutboxFields.CREATED_AT);

    private final OutboxCollection outbox;

    MongoBacklogGauge(OutboxCollection outbox) {
        this.outbox = outbox;
    }

    Backlog measure() throws SourceException {
        long waiting = count(OutboxFields.PENDING);
        long processing = count(OutboxFields.PROCESSING);
        boolean overLimit = waiting > COUNT_LIMIT || processing > COUNT_LIMIT;
        Instant now = outbox.serverTime();
        Instant oldest = oldest();
        return new Backlog(
                waiting + processing,
                overLimit,
                oldest == null ? null : notNegative(Duration.between(oldest, now)),
                overLimit);
    }

    private long count(String status) throws SourceException {
        CountOptions limit = new CountOptions()
                .limit(COUNT_LIMIT + 1)
                .maxTime(outbox.connections().commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        return outbox.run(
                "measure the backlog",
                documents -> documents.countDocuments(Filters.eq(OutboxFields.STATUS, status), limit));
    }

    private @Nullable Instant oldest() throws SourceException {
        Instant oldest = null;
        for (String status : List.of(OutboxFields.PENDING, OutboxFields.PROCESSING)) {
            List<BsonDocument> found = outbox.find(
                    "look for the oldest message",
                    Filters.eq(OutboxFields.STATUS, status),
                    TIME,
                    find -> find.sort(Sorts.ascending(OutboxFields.GROUP, OutboxFields.CREATED_AT))
                            .limit(COUNT_LIMIT));
            Instant first = found.stream()
                    .map(document -> FieldValues.instant(document, OutboxFields.CREATED_AT))
                    .filter(Objects::nonNull)
                    .min(Instant::compareTo)
                    .orElse(null);
            if (first != null && (oldest == null || first.isBefore(oldest))) {
                oldest = first;
            }
        }
        return oldest;
    }

    private static Duration notNegative(Duration age) {
        return age.isNegative() ? Duration.ZERO : age;
    }
}
