package dev.signalbox.mongodb.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first messages of a group in order, or one ungrouped message.
 *
 * @param more whether the group has more messages after these
 */
record MongoGroupPrefix(@Nullable String group, List<CandidateDocument> rows, boolean more) {
    static MongoGroupPrefix ungrouped(CandidateDocument row) {
        return new MongoGroupPrefix(null, List.of(row), false);
    }

    MongoGroupPrefix first(int count) {
        return count == rows.size() ? this : new MongoGroupPrefix(group, rows.subList(0, count), true);
    }
}
