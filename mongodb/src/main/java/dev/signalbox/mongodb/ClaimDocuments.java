package dev.signalbox.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.UngroupedQueue;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.MarkClaimedDocuments.ClaimedMessages;
import dev.signalbox.mongodb.MongoGroupPrefixReader.CandidateDocument;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPage;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPrefix;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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

    private final Ordering ordering;
    private final MongoGroupPrefixReader reader;
    private final MarkClaimedDocuments marking;
    private final MongoGroupRotation groups = new MongoGroupRotation();
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

    ClaimDocuments(OutboxCollection outbox) {
        this.ordering = outbox.settings().ordering();
        this.reader = new MongoGroupPrefixReader(outbox);
        this.marking = new MarkClaimedDocuments(outbox);
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
        return new ClaimResult(result.messages(), more, result.moreOf());
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

    private static boolean isOurs(String key, ClaimRequest request) {
        return request.shards().isAll() || request.shards().contains(Shards.shardOf(key));
    }

    /** The queue of ungrouped messages, and the scans that refill it. */
    static final class UngroupedDocumentQueue extends UngroupedQueue<CandidateDocument, Bson> {
        private static final int MAX_LIMIT = 8_192;
        private static final Bson FIELDS = Projections.include(OutboxFields.CREATED_AT);

        private final OutboxCollection outbox;
        private boolean singleMoment;

        UngroupedDocumentQueue(OutboxCollection outbox) {
            this.outbox = outbox;
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
                    find -> find.sort(Sorts.ascending(OutboxFields.CREATED_AT)).limit(limit));
            singleMoment = false;
            Bson end = seen.size() < limit ? null : nextStart(seen, limit);
            looked(seen.stream().map(CandidateDocument::of).filter(usable).toList(), seen.size(), end);
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

    /**
     * Visits the groups in turn: where the next scan resumes, and how many messages it reads.
     *
     * <p>A scan reads messages in index order. If groups are long it would read many that are not wanted yet, so it reads fewer,
     * down to one group at a time; if they are short it reads more.
     */
    static final class MongoGroupRotation {
        private static final int MAX_WINDOW = 4_096;

        private @Nullable String resume;
        private @Nullable String origin;
        private boolean fromStart;
        private int window;
        private int claims;
        private boolean foundThisLap;

        @Nullable
        String resume() {
            return resume;
        }

        /** How many messages the next scan reads: always enough to see that a group has more than wanted. */
        int window(int room, int perGroup) {
            int least = perGroup + 1;
            int most = Math.clamp(room + (long) least, least, Math.max(least, MAX_WINDOW));
            return window == 0 ? most : Math.clamp(window, least, most);
        }

        void begin() {
            origin = resume;
            fromStart = origin == null;
        }

        /**
         * Moves past the groups of this page.
         *
         * @return whether all groups have been scanned; a claim that began in the middle continues with the first
         */
        boolean pageDone(GroupPage page) {
            adapt(page);
            if (page.end()) {
                resume = null;
                boolean whole = fromStart;
                fromStart = true;
                return whole;
            }
            String last = page.windows().getLast().group();
            resume = last;
            return fromStart && origin != null && isBehind(last, origin);
        }

        private void adapt(GroupPage page) {
            if (page.skipped() * 2 > page.read()) {
                window = Math.max(1, page.read() / 4);
            } else if (page.skipped() == 0 && !page.end()) {
                window = Math.min(MAX_WINDOW, page.read() * 4);
            }
        }

        /** The server orders strings by their bytes. */
        private static boolean isBehind(String group, String other) {
            return Arrays.compareUnsigned(group.getBytes(UTF_8), other.getBytes(UTF_8)) >= 0;
        }

        void groupDone(String group) {
            resume = group;
        }

        /**
         * Records a claim.
         *
         * @param ended whether it scanned all groups
         * @return whether another claim may find more at once
         */
        boolean claimed(boolean found, boolean ended) {
            claims++;
            foundThisLap |= found;
            if (!ended) {
                return true;
            }
            // Messages claimed early in a long lap may be settled by now, and their groups may have more.
            boolean again = claims > 1 && foundThisLap;
            claims = 0;
            foundThisLap = false;
            return again;
        }

        void startOver() {
            resume = null;
            claims = 0;
            foundThisLap = false;
        }
    }
}
