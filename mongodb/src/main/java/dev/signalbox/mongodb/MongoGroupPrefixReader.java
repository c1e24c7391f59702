package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Reads waiting messages in index order, and builds group prefixes from them: the first messages of each claimable group, in
 * order.
 *
 * <p>It checks for claimed messages of a group after it has read the waiting ones: so any message in front of them was
 * either read with them or is seen as claimed.
 */
final class MongoGroupPrefixReader {
    private static final Bson CANDIDATE_FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CREATED_AT);
    private static final Bson CLAIM_FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CLAIM);

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

    /**
     * The first messages of a group in order, or one ungrouped message.
     *
     * @param more whether the group has more messages after these
     */
    record GroupPrefix(@Nullable String group, List<CandidateDocument> rows, boolean more) {
        GroupPrefix first(int count) {
            return count == rows.size() ? this : new GroupPrefix(group, rows.subList(0, count), true);
        }
    }

    private final OutboxCollection outbox;
    private final Ordering ordering;
    private final LimitedFields fields;
    private final Set<String> otherOwners = new HashSet<>();
    private final List<CandidateDocument> oversized = new ArrayList<>();

    MongoGroupPrefixReader(OutboxCollection outbox) {
        this.outbox = outbox;
        this.ordering = outbox.settings().ordering();
        this.fields = outbox.limitedFields();
    }

    /** The other incarnations whose claims blocked a group since the last call. */
    Set<String> takeOtherOwners() {
        Set<String> found = Set.copyOf(otherOwners);
        otherOwners.clear();
        return found;
    }

    /**
     * Reads up to {@code limit} messages of the groups after this one; a window has one message more than wanted per group.
     */
    GroupPage page(@Nullable String after, int limit, int perGroup, Collection<String> held) throws SourceException {
        Bson groups = after == null ? Filters.gte(OutboxFields.GROUP, "") : Filters.gt(OutboxFields.GROUP, after);
        List<BsonDocument> documents = outbox.find(
                "look for messages",
                excluding(held, Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), groups)),
                CANDIDATE_FIELDS,
                OutboxCollection.FindOptions.first(limit, OutboxFields.INDEX_ORDER));
        boolean end = documents.size() < limit;
        Map<String, List<CandidateDocument>> byGroup = new LinkedHashMap<>();
        for (BsonDocument document : documents) {
            CandidateDocument row = CandidateDocument.of(document, fields);
            if (row.isOversized(OutboxFields.GROUP) || row.isOversized(OutboxFields.CREATED_AT)) {
                oversized.add(row);
                continue;
            }
            byGroup.computeIfAbsent(String.valueOf(row.group()), _ -> new ArrayList<>())
                    .add(row);
        }
        List<GroupWindow> windows = new ArrayList<>();
        byGroup.forEach((group, rows) -> {
            boolean full = rows.size() > perGroup;
            windows.add(new GroupWindow(group, full ? rows.subList(0, perGroup + 1) : rows, full));
        });
        int skipped = documents.size()
                - windows.stream().mapToInt(window -> window.rows().size()).sum();
        if (windows.isEmpty()) {
            // Behind what cannot be read the scan continues when that has failed.
            return new GroupPage(windows, true, documents.size(), skipped);
        }
        if (!end && !windows.getLast().full()) {
            // The last group may continue after this page, and is read with the next one.
            windows.removeLast();
        }
        return new GroupPage(windows, end, documents.size(), skipped);
    }

    /** Reads the first messages of one group; empty if none waits. */
    List<GroupWindow> window(String group, int perGroup, Collection<String> held) throws SourceException {
        List<CandidateDocument> rows = outbox
                .find(
                        "look for messages to retry",
                        excluding(held, withStatus(OutboxFields.PENDING, List.of(group))),
                        CANDIDATE_FIELDS,
                        OutboxCollection.FindOptions.first(perGroup + 1, OutboxFields.INDEX_ORDER))
                .stream()
                .map(document -> CandidateDocument.of(document, fields))
                .toList();
        return rows.isEmpty() ? List.of() : List.of(new GroupWindow(group, rows, rows.size() > perGroup));
    }

    /** A message that waits for its next attempt must not fill the window if it does not block its group. */
    private Bson excluding(Collection<String> held, Bson filter) {
        return ordering == Ordering.BLOCK || held.isEmpty()
                ? filter
                : Filters.and(filter, Filters.nin(OutboxFields.ID, MessageIds.candidates(held)));
    }

    List<GroupPrefix> prefixes(List<GroupWindow> windows, ClaimRequest request, int perGroup) throws SourceException {
        if (windows.isEmpty()) {
            return List.of();
        }
        List<GroupPrefix> prefixes = new ArrayList<>();
        for (GroupWindow window : windows) {
            prefixes.add(prefix(window, request, perGroup));
        }
        Set<String> blocked = blocked(windows.stream().map(GroupWindow::group).toList());
        prefixes.removeIf(prefix -> prefix.rows().isEmpty() || blocked.contains(String.valueOf(prefix.group())));
        Set<String> preceded = preceded(prefixes, windows, request);
        prefixes.removeIf(prefix -> preceded.contains(String.valueOf(prefix.group())));
        return prefixes;
    }

    /**
     * Groups with a waiting message in front of what was read. It was claimed or had failed when the group was read, and was
     * released before the check for blocked groups.
     */
    private Set<String> preceded(List<GroupPrefix> prefixes, List<GroupWindow> windows, ClaimRequest request)
            throws SourceException {
        Set<String> known = new HashSet<>(request.heldMessages());
        windows.forEach(window -> window.rows().forEach(row -> known.add(row.id())));
        List<Bson> fronts = new ArrayList<>();
        for (GroupPrefix prefix : prefixes) {
            prefix.rows().forEach(row -> known.add(row.id()));
            BsonValue first = prefix.rows().getFirst().at();
            fronts.add(Filters.and(
                    Filters.eq(OutboxFields.GROUP, prefix.group()), Filters.lte(OutboxFields.CREATED_AT, first)));
        }
        Set<String> preceded = new HashSet<>();
        if (ordering != Ordering.NONE && !fronts.isEmpty()) {
            Bson waiting = Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.or(fronts));
            for (BsonDocument document : outbox.find("look for messages in front", waiting, CLAIM_FIELDS)) {
                if (!known.contains(MessageIds.text(MessageIds.of(document)))) {
                    preceded.add(String.valueOf(FieldValues.text(document, OutboxFields.GROUP)));
                }
            }
        }
        return preceded;
    }

    /** The last moment of a full window may continue after it, so its rows wait, unless the window has no other moment. */
    private GroupPrefix prefix(GroupWindow window, ClaimRequest request, int perGroup) throws SourceException {
        List<CandidateDocument> usable = window.rows();
        if (window.full()) {
            BsonValue last = usable.getLast().at();
            usable = usable.stream().takeWhile(row -> !row.at().equals(last)).toList();
        }
        if (usable.isEmpty()) {
            usable = firstMoment(window, perGroup, request.heldMessages());
        }
        List<CandidateDocument> ordered = beforeOversized(inOrder(usable));
        if (ordering == Ordering.BLOCK) {
            ordered = ordered.stream()
                    .takeWhile(row -> !request.heldMessages().contains(row.id()))
                    .toList();
        }
        return new GroupPrefix(window.group(), ordered, window.full());
    }

    /** The messages before the first one whose id is oversized. If that is the first of all, it fails. */
    private List<CandidateDocument> beforeOversized(List<CandidateDocument> rows) {
        if (!rows.isEmpty() && rows.getFirst().oversized() != null) {
            oversized.add(rows.getFirst());
        }
        return rows.stream().takeWhile(row -> row.oversized() == null).toList();
    }

    /** Removes and returns the messages that scans found and that cannot be claimed. */
    List<CandidateDocument> takeOversized() {
        List<CandidateDocument> taken = List.copyOf(oversized);
        oversized.clear();
        return taken;
    }

    private List<CandidateDocument> firstMoment(GroupWindow window, int most, Collection<String> held)
            throws SourceException {
        Bson moment = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING),
                Filters.eq(OutboxFields.GROUP, window.group()),
                Filters.eq(OutboxFields.CREATED_AT, window.rows().getFirst().at()));
        List<BsonDocument> found = outbox.find(
                "read messages of one moment",
                excluding(held, moment),
                CANDIDATE_FIELDS,
                OutboxCollection.FindOptions.first(most, Sorts.ascending(OutboxFields.ID)));
        return found.stream()
                .map(document -> CandidateDocument.of(document, fields))
                .toList();
    }

    /** The index ends with the time, so messages of one moment come in any order. */
    private static List<CandidateDocument> inOrder(List<CandidateDocument> rows) {
        List<CandidateDocument> ordered = new ArrayList<>(rows);
        int start = 0;
        for (int end = 1; end <= ordered.size(); end++) {
            if (end == ordered.size()
                    || !ordered.get(end).at().equals(ordered.get(start).at())) {
                ordered.subList(start, end).sort(CandidateDocument.BY_ID);
                start = end;
            }
        }
        return ordered;
    }

    /** Groups with a claimed message, or with a failed one if failed messages block. */
    private Set<String> blocked(List<String> groups) throws SourceException {
        Set<String> blocked = new HashSet<>();
        if (ordering != Ordering.NONE) {
            Bson claimed = withStatus(OutboxFields.PROCESSING, groups);
            for (BsonDocument document : outbox.find("look for messages in flight", claimed, CLAIM_FIELDS)) {
                blocked.add(String.valueOf(FieldValues.text(document, OutboxFields.GROUP)));
                ClaimToken.in(document).ifPresent(token -> otherOwners.add(token.owner()));
            }
        }
        if (outbox.settings().holdExhausted()) {
            Bson failed = withStatus(OutboxFields.FAILED, groups);
            outbox.run(
                    "look for failed messages",
                    documents -> documents
                            .distinct(OutboxFields.GROUP, failed, String.class)
                            .into(blocked));
        }
        return blocked;
    }

    private static Bson withStatus(String status, List<String> groups) {
        return Filters.and(Filters.eq(OutboxFields.STATUS, status), Filters.in(OutboxFields.GROUP, groups));
    }

    /**
     * A waiting message that a scan found.
     *
     * @param key its exact id
     * @param at its creation time, of any type
     * @param oversized the field that keeps it from being claimed; null if it can be
     */
    record CandidateDocument(
            BsonValue key,
            String id,
            @Nullable String group,
            BsonValue at,
            @Nullable OversizedColumn oversized) {
        static final Comparator<CandidateDocument> BY_ID =
                Comparator.comparing(CandidateDocument::key, MessageIds.ORDER);

        private static final List<String> KEY_FIELDS =
                List.of(OutboxFields.ID, OutboxFields.GROUP, OutboxFields.CREATED_AT);

        static CandidateDocument of(BsonDocument document, LimitedFields fields) {
            BsonValue key = MessageIds.of(document);
            return new CandidateDocument(
                    key,
                    MessageIds.text(key),
                    FieldValues.text(document, OutboxFields.GROUP),
                    document.get(OutboxFields.CREATED_AT, BsonNull.VALUE),
                    fields.oversized(document, KEY_FIELDS));
        }

        boolean isOversized(String field) {
            return oversized != null && oversized.column().equals(field);
        }
    }
}
