package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.outbox.MarkClaimedDocuments.ClaimedMessages;
import dev.signalbox.mongodb.outbox.MongoGroupPrefixReader.GroupPage;
import dev.signalbox.mongodb.outbox.MongoGroupPrefixReader.GroupPrefix;
import dev.signalbox.mongodb.outbox.MongoGroupPrefixReader.GroupWindow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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
}
