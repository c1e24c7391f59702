package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Reads waiting messages in index order, and sorts them by group. */
final class GroupPageReader {
    private static final Bson FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CREATED_AT);
    private static final Bson INDEX_ORDER = Sorts.ascending(OutboxFields.GROUP, OutboxFields.CREATED_AT);

    /**
     * The first messages of a group, in index order.
     *
     * @param full whether the group may have more messages
     */
    record GroupWindow(String group, List<CandidateDocument> rows, boolean full) {}

    /**
     * One page of the scan.
     *
     * @param end whether no groups follow
     * @param skipped how many of the messages read are not in a window
     */
    record GroupPage(List<GroupWindow> windows, boolean end, int read, int skipped) {}

    private final OutboxCollection outbox;
    private final OutboxSettings settings;

    GroupPageReader(OutboxCollection outbox, OutboxSettings settings) {
        this.outbox = outbox;
        this.settings = settings;
    }

    /**
     * Reads up to {@code limit} messages of the groups after this one; a window has one message more than wanted per group.
     */
    GroupPage read(@Nullable String after, int limit, int perGroup, Collection<String> held) throws SourceException {
        Bson groups = after == null ? Filters.gte(OutboxFields.GROUP, "") : Filters.gt(OutboxFields.GROUP, after);
        Bson filter = excluding(held, Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), groups));
        List<BsonDocument> documents = outbox.find(
                "look for messages",
                filter,
                FIELDS,
                find -> find.sort(INDEX_ORDER).limit(limit));
        return page(documents, documents.size() < limit, perGroup);
    }

    private static GroupPage page(List<BsonDocument> documents, boolean end, int perGroup) {
        Map<String, List<CandidateDocument>> byGroup = new LinkedHashMap<>();
        for (BsonDocument document : documents) {
            CandidateDocument row = CandidateDocument.of(document);
            byGroup.computeIfAbsent(String.valueOf(row.group()), _ -> new ArrayList<>())
                    .add(row);
        }
        List<GroupWindow> windows = new ArrayList<>();
        int skipped = 0;
        for (Map.Entry<String, List<CandidateDocument>> entry : byGroup.entrySet()) {
            List<CandidateDocument> rows = entry.getValue();
            boolean full = rows.size() > perGroup;
            windows.add(new GroupWindow(entry.getKey(), full ? rows.subList(0, perGroup + 1) : rows, full));
            skipped += full ? rows.size() - perGroup - 1 : 0;
        }
        if (!end && !windows.getLast().full()) {
            // The last group may continue after this page, and is read with the next one.
            windows.removeLast();
        }
        return new GroupPage(windows, end, documents.size(), skipped);
    }

    /** The first messages of a group's first moment, by id. */
    List<CandidateDocument> moment(GroupWindow window, int most, Collection<String> held) throws SourceException {
        Bson filter = excluding(
                held,
                Filters.and(
                        Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING),
                        Filters.eq(OutboxFields.GROUP, window.group()),
                        Filters.eq(
                                OutboxFields.CREATED_AT,
                                window.rows().getFirst().at())));
        return outbox
                .find(
                        "read messages of one moment",
                        filter,
                        FIELDS,
                        find -> find.sort(Sorts.ascending(OutboxFields.ID)).limit(most))
                .stream()
                .map(CandidateDocument::of)
                .toList();
    }

    /** A message that waits for its next attempt must not fill the window if it does not block its group. */
    private Bson excluding(Collection<String> held, Bson filter) {
        return settings.ordering() == Ordering.BLOCK || held.isEmpty()
                ? filter
                : Filters.and(filter, Filters.nin(OutboxFields.ID, MessageIds.candidates(held)));
    }
}
