package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.UngroupedQueue;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.mongodb.MarkClaimedDocuments.ClaimedMessages;
import dev.signalbox.mongodb.MongoGroupPrefixReader.CandidateDocument;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPage;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPrefix;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupWindow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Claims messages in three steps: find waiting messages, check that nothing in front of them is claimed, mark them. Only the
 * last step writes, and it checks the lease after that.
 */
final class ClaimDocuments {
    private static final int MAX_PAGES = 64;
    private static final int UNGROUPED_PAGE_SIZE = 512;

    /** Each of these groups costs a read. */
    private static final int DUE_GROUPS_A_CLAIM = 8;

    private final Ordering ordering;
    private final MongoGroupPrefixReader reader;
    private final MarkClaimedDocuments marking;
    private final RejectOversizedDocuments rejecting;
    private final MongoGroupRotation groups;
    private final UngroupedDocumentQueue ungrouped;
    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean ungroupedFirst;

    /** The messages that a claim is about to mark, up to a limit. */
    private static final class ClaimSelection {
        private final int limit;
        private final List<GroupPrefix> prefixes = new ArrayList<>();
        private final Set<String> groups = new HashSet<>();
        private int count;

        ClaimSelection(int limit) {
            this.limit = limit;
        }

        /** Adds as much of a group prefix as fits. Returns whether any of it was added. */
        boolean add(GroupPrefix prefix) {
            int added = Math.min(room(), prefix.rows().size());
            if (added > 0) {
                prefixes.add(prefix.first(added));
                if (prefix.group() != null) {
                    groups.add(prefix.group());
                }
                count += added;
            }
            return added > 0;
        }

        boolean hasUngrouped() {
            return prefixes.stream().anyMatch(prefix -> prefix.group() == null);
        }

        int room() {
            return limit - count;
        }

        boolean isFull() {
            return count >= limit;
        }
    }

    ClaimDocuments(OutboxCollection outbox, Clock clock) {
        this.groups = new MongoGroupRotation(clock);
        this.ordering = outbox.settings().ordering();
        this.reader = new MongoGroupPrefixReader(outbox);
        this.marking = new MarkClaimedDocuments(outbox);
        this.rejecting = new RejectOversizedDocuments(outbox);
        this.ungrouped = new UngroupedDocumentQueue(outbox);
    }

    ClaimResult claim(Incarnation owner, InFlightDocuments inFlight, ClaimRequest request) throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return ClaimResult.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            startOver();
            lastOwner = owner;
            lastShards = request.shards();
        }
        groups.due(request.due().groups());
        try {
            return attempt(owner, inFlight, request);
        } catch (SourceException e) {
            startOver();
            throw e;
        }
    }

    Set<String> takeOtherOwners() {
        return reader.takeOtherOwners();
    }

    void startOver() {
        groups.startOver();
        ungrouped.startOver();
    }

    private ClaimResult attempt(Incarnation owner, InFlightDocuments inFlight, ClaimRequest request)
            throws SourceException {
        ClaimSelection selection = new ClaimSelection(marking.room(request));
        boolean ended;
        if (ungroupedFirst) {
            selectUngrouped(selection, inFlight, request);
            ended = selectGroups(selection, inFlight, request);
        } else {
            ended = selectGroups(selection, inFlight, request);
            selectUngrouped(selection, inFlight, request);
        }
        ungroupedFirst = !ungroupedFirst;
        int rejected = rejecting.reject(owner, reader.takeOversized(), ungrouped.takeOversized());
        ClaimedMessages result = selection.prefixes.isEmpty()
                ? ClaimedMessages.NOTHING
                : marking.claim(owner, inFlight, selection.prefixes, request);
        if (!result.owned()) {
            startOver();
            return ClaimResult.NOTHING;
        }
        boolean found = !result.messages().isEmpty();
        boolean more = groups.claimed(found, ended);
        more |= ungrouped.claimed(selection.hasUngrouped() && !result.hasUngrouped());
        more |= selection.isFull() || result.cut() || (found && ordering == Ordering.NONE);
        return new ClaimResult(result.messages(), more || rejected > 0, result.moreOf())
                .with(SkippedMessages.oversized(rejected));
    }

    private void selectUngrouped(ClaimSelection selection, InFlightDocuments inFlight, ClaimRequest request)
            throws SourceException {
        if (selection.isFull()) {
            return;
        }
        Predicate<CandidateDocument> usable =
                row -> !request.heldMessages().contains(row.id()) && !inFlight.isInFlight(row.id());
        int size = UNGROUPED_PAGE_SIZE
                * Math.max(1, Shards.COUNT / request.shards().size());
        ungrouped.refill(size, usable.and(row -> isOurs(row.id(), request)));
        ungrouped.putFirst(ungrouped.due(request.due().ungrouped()), CandidateDocument::id);
        while (!selection.isFull()) {
            CandidateDocument row = ungrouped.next(usable);
            if (row == null) {
                return;
            }
            if (!selection.add(new GroupPrefix(null, List.of(row), false))) {
                ungrouped.putBack(row);
            }
        }
    }

    /** @return whether all groups have been scanned */
    private boolean selectGroups(ClaimSelection selection, InFlightDocuments inFlight, ClaimRequest request)
            throws SourceException {
        // Read before the scan, so that a message released meanwhile cannot be overtaken.
        Set<String> busy = ordering == Ordering.NONE ? Set.of() : inFlight.busyGroups();
        Predicate<String> wanted = group -> !busy.contains(group)
                && !request.heldGroups().contains(group)
                && !selection.groups.contains(group)
                && isOurs(group, request);
        int perGroup = Math.clamp(request.perGroup(), 1, request.messages());
        selectOutOfTurn(selection, wanted, request, perGroup);
        groups.begin();
        for (int page = 0; page < MAX_PAGES && !selection.isFull(); page++) {
            int window = groups.window(selection.room(), perGroup);
            GroupPage read = reader.page(groups.resume(), window, perGroup, request.heldMessages());
            List<GroupWindow> windows = read.windows().stream()
                    .filter(it -> wanted.test(it.group()))
                    .toList();
            for (GroupPrefix prefix : reader.prefixes(windows, request, perGroup)) {
                if (!selection.add(prefix)) {
                    return false;
                }
                groups.groupDone(String.valueOf(prefix.group()));
            }
            if (groups.pageDone(read)) {
                return true;
            }
        }
        return false;
    }

    private void selectOutOfTurn(ClaimSelection selection, Predicate<String> wanted, ClaimRequest request, int perGroup)
            throws SourceException {
        if (selection.isFull()) {
            return;
        }
        List<GroupWindow> windows = new ArrayList<>();
        for (String group : groups.takeDue(DUE_GROUPS_A_CLAIM)) {
            if (wanted.test(group)) {
                windows.addAll(reader.window(group, perGroup, request.heldMessages()));
            }
        }
        int half = Math.ceilDiv(selection.room(), 2);
        groups.passed(after -> reader.page(after, half + perGroup + 1, perGroup, request.heldMessages())).stream()
                .filter(window -> wanted.test(window.group()))
                .filter(window -> windows.stream().noneMatch(it -> it.group().equals(window.group())))
                .toList()
                .forEach(windows::add);
        int most = selection.room() - half;
        for (GroupPrefix prefix : reader.prefixes(windows, request, perGroup)) {
            if (selection.room() > most) {
                selection.add(prefix);
            }
        }
    }

    private static boolean isOurs(String key, ClaimRequest request) {
        return request.shards().isAll() || request.shards().contains(Shards.shardOf(key));
    }

    /** The queue of ungrouped messages, and the scans that refill it. */
    static final class UngroupedDocumentQueue extends UngroupedQueue<CandidateDocument, Bson> {
        private static final int MAX_LIMIT = 8_192;
        private static final Bson FIELDS = Projections.include(OutboxFields.CREATED_AT);

        private final OutboxCollection outbox;
        private final LimitedFields fields;
        private final List<CandidateDocument> oversized = new ArrayList<>();
        private boolean singleMoment;

        UngroupedDocumentQueue(OutboxCollection outbox) {
            this.outbox = outbox;
            this.fields = outbox.limitedFields();
        }

        /** Removes and returns the messages that scans found and that cannot be claimed. */
        List<CandidateDocument> takeOversized() {
            List<CandidateDocument> taken = List.copyOf(oversized);
            oversized.clear();
            return taken;
        }

        /** Scans for more if the queue is empty. */
        void refill(int size, Predicate<CandidateDocument> usable) throws SourceException {
            if (!isEmpty()) {
                return;
            }
            int limit = singleMoment ? MAX_LIMIT : Math.min(size, MAX_LIMIT);
            Bson ungrouped = Filters.and(
                    Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.eq(OutboxFields.GROUP, null));
            Bson from = start();
            List<BsonDocument> seen = outbox.find(
                    "look for messages without a group",
                    from == null ? ungrouped : Filters.and(ungrouped, from),
                    FIELDS,
                    OutboxCollection.FindOptions.first(limit, Sorts.ascending(OutboxFields.CREATED_AT)));
            singleMoment = false;
            Bson end = seen.size() < limit ? null : nextStart(seen, limit);
            List<CandidateDocument> rows = seen.stream()
                    .map(document -> CandidateDocument.of(document, fields))
                    .toList();
            rows.stream().filter(row -> row.oversized() != null).forEach(oversized::add);
            looked(
                    rows.stream()
                            .filter(row -> row.oversized() == null)
                            .filter(usable)
                            .toList(),
                    seen.size(),
                    end);
        }

        /** Those of these messages that wait. */
        List<CandidateDocument> due(List<UngroupedMessage> messages) throws SourceException {
            if (messages.isEmpty()) {
                return List.of();
            }
            Set<String> ids = messages.stream().map(UngroupedMessage::id).collect(Collectors.toSet());
            Bson waiting = Filters.and(
                    Filters.in(OutboxFields.ID, MessageIds.candidates(ids)),
                    Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING),
                    Filters.eq(OutboxFields.GROUP, null));
            return outbox.find("look for messages to retry", waiting, FIELDS).stream()
                    .map(document -> CandidateDocument.of(document, fields))
                    .filter(row -> row.oversized() == null)
                    .toList();
        }

        /** The last moment may continue after what was read, so the next scan reads it again, unless it was the only one. */
        private @Nullable Bson nextStart(List<BsonDocument> seen, int limit) {
            BsonValue first = seen.getFirst().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
            BsonValue last = seen.getLast().get(OutboxFields.CREATED_AT, BsonNull.VALUE);
            singleMoment = last.equals(first);
            if (last.isNull()) {
                return null;
            }
            return singleMoment && limit == MAX_LIMIT
                    ? Filters.gt(OutboxFields.CREATED_AT, last)
                    : Filters.gte(OutboxFields.CREATED_AT, last);
        }

        @Override
        public void startOver() {
            super.startOver();
            singleMoment = false;
        }
    }
}
