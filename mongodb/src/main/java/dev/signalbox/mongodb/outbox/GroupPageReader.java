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

/** Reads waiting messages in the order of the index, and sorts them by group. */
final class GroupPageReader {
    private static final Bson FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CREATED_AT);
    private static final Bson INDEX_ORDER = Sorts.ascending(OutboxFields.GROUP, OutboxFields.CREATED_AT);

    /**
     * The first messages of a group, in the order of the index.
     *
     * @param full whether there may be more behind them
     */
    record GroupWindow(String group, List<CandidateDocument> rows, boolean full) {}

    /**
     * What a look found.
     *
     * @param end whether there are no groups behind these
     * @param skipped how many messages were read in vain
     */
    record GroupPage(List<GroupWindow> windows, boolean end, int read, int skipped) {}

    private final OutboxCollection access;
    private final OutboxSettings settings;

    GroupPageReader(OutboxCollection access, OutboxSettings settings) {
        this.access = access;
        this.settings = settings;
    }

    /** Reads so many messages of the groups behind this one, of each group one more than wanted. */
    GroupPage read(@Nullable String behind, int limit, int perGroup, Collection<String> held) throws SourceException {
        Bson groups = behind == null ? Filters.gte(OutboxFields.GROUP, "") : Filters.gt(OutboxFields.GROUP, behind);
        Bson filter = passingOver(held, Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), groups));
        List<BsonDocument> documents = access.find(
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
        List<GroupWindow> groupWindows = new ArrayList<>();
        int skipped = 0;
        for (Map.Entry<String, List<CandidateDocument>> entry : byGroup.entrySet()) {
            List<CandidateDocument> rows = entry.getValue();
            boolean full = rows.size() > perGroup;
            groupWindows.add(new GroupWindow(entry.getKey(), full ? rows.subList(0, perGroup + 1) : rows, full));
            skipped += full ? rows.size() - perGroup - 1 : 0;
        }
        if (!end && !groupWindows.getLast().full()) {
            // The last group goes on behind the page, and is read with the next.
            groupWindows.removeLast();
        }
        return new GroupPage(groupWindows, end, documents.size(), skipped);
    }

    /** The first messages of one moment of a group, by their ids. */
    List<CandidateDocument> moment(GroupWindow groupWindow, int most, Collection<String> held) throws SourceException {
        Bson filter = passingOver(
                held,
                Filters.and(
                        Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING),
                        Filters.eq(OutboxFields.GROUP, groupWindow.group()),
                        Filters.eq(
                                OutboxFields.CREATED_AT,
                                groupWindow.rows().getFirst().at())));
        return access
                .find(
                        "read messages of one moment",
                        filter,
                        FIELDS,
                        find -> find.sort(Sorts.ascending(OutboxFields.ID)).limit(most))
                .stream()
                .map(CandidateDocument::of)
                .toList();
    }

    /** Where a message that waits for its next attempt does not hold up its group, it must not fill the window either. */
    private Bson passingOver(Collection<String> held, Bson filter) {
        return settings.ordering() == Ordering.BLOCK || held.isEmpty()
                ? filter
                : Filters.and(filter, Filters.nin(OutboxFields.ID, MessageIds.candidates(held)));
    }
}
