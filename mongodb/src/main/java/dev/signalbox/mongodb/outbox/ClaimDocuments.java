package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.outbox.GroupPageReader.GroupPage;
import dev.signalbox.mongodb.outbox.GroupPageReader.GroupWindow;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims messages in three steps: look where something waits, see that nobody holds what stands before it, and take it.
 * Only the last step writes, and it looks at the lease after that.
 */
final class ClaimDocuments {
    private static final int MOST_PAGES = 64;
    private static final int FEW_LOOSE = 512;

    private final OutboxSettings settings;
    private final GroupPageReader pages;
    private final MongoGroupPrefixReader reading;
    private final MarkClaimedDocuments taking;
    private final MongoGroupRotation groups = new MongoGroupRotation();
    private final UngroupedDocumentQueue ungrouped;
    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean ungroupedFirst;

    ClaimDocuments(OutboxCollection access, OutboxSettings settings, MarkClaimedDocuments taking) {
        this.settings = settings;
        this.pages = new GroupPageReader(access, settings);
        this.reading = new MongoGroupPrefixReader(access, settings, pages);
        this.taking = taking;
        this.ungrouped = new UngroupedDocumentQueue(access);
    }

    ClaimResult claim(Incarnation owner, InFlightDocuments inFlightDocuments, ClaimRequest request)
            throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return ClaimResult.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            startOver();
            lastOwner = owner;
            lastShards = request.shards();
        }
        try {
            return attempt(owner, inFlightDocuments, request);
        } catch (SourceException e) {
            startOver();
            throw e;
        }
    }

    /** The other incarnations whose claims stood in the way since this was last asked. */
    Set<String> takeOtherOwners() {
        return reading.takeOtherOwners();
    }

    void startOver() {
        groups.startOver();
        ungrouped.startOver();
    }

    private ClaimResult attempt(Incarnation owner, InFlightDocuments inFlightDocuments, ClaimRequest request)
            throws SourceException {
        MongoClaimSelection mongoClaimSelection = new MongoClaimSelection(taking.room(request));
        boolean ended;
        if (ungroupedFirst) {
            selectUngrouped(mongoClaimSelection, inFlightDocuments, request);
            ended = selectGroups(mongoClaimSelection, inFlightDocuments, request);
        } else {
            ended = selectGroups(mongoClaimSelection, inFlightDocuments, request);
            selectUngrouped(mongoClaimSelection, inFlightDocuments, request);
        }
        ungroupedFirst = !ungroupedFirst;
        MongoClaimResult mongoClaimResult = mongoClaimSelection.isEmpty()
                ? MongoClaimResult.NOTHING
                : taking.claim(owner, inFlightDocuments, mongoClaimSelection.prefixes(), request);
        if (!mongoClaimResult.owned()) {
            startOver();
            return ClaimResult.NOTHING;
        }
        boolean found = !mongoClaimResult.messages().isEmpty();
        boolean more = groups.claimed(found, ended);
        more |= ungrouped.claimed(mongoClaimSelection.hasUngrouped() && !mongoClaimResult.hasUngrouped());
        more |= mongoClaimSelection.isFull()
                || mongoClaimResult.cut()
                || (found && settings.ordering() == Ordering.NONE);
        return new ClaimResult(mongoClaimResult.messages(), more, mongoClaimResult.moreOf());
    }

    private void selectUngrouped(
            MongoClaimSelection mongoClaimSelection, InFlightDocuments inFlightDocuments, ClaimRequest request)
            throws SourceException {
        if (mongoClaimSelection.isFull()) {
            return;
        }
        Predicate<CandidateDocument> usable =
                row -> !request.heldMessages().contains(row.id()) && !inFlightDocuments.isInFlight(row.id());
        int size = FEW_LOOSE * Math.max(1, Shards.COUNT / request.shards().size());
        ungrouped.refill(size, usable.and(row -> isOurs(row.id(), request)));
        while (!mongoClaimSelection.isFull()) {
            CandidateDocument row = ungrouped.next(usable);
            if (row == null) {
                return;
            }
            if (!mongoClaimSelection.add(MongoGroupPrefix.ungrouped(row))) {
                ungrouped.putBack(row);
            }
        }
    }

    /** @return whether all groups have been looked at */
    private boolean selectGroups(
            MongoClaimSelection mongoClaimSelection, InFlightDocuments inFlightDocuments, ClaimRequest request)
            throws SourceException {
        // What we hold is known before we look, so that what is given back meanwhile cannot be overtaken.
        Set<String> inHand = settings.ordering() == Ordering.NONE ? Set.of() : inFlightDocuments.busyGroups();
        Predicate<String> wanted = group -> !inHand.contains(group)
                && !request.heldGroups().contains(group)
                && !mongoClaimSelection.has(group)
                && isOurs(group, request);
        int perGroup = Math.clamp(request.perGroup(), 1, request.messages());
        groups.begin();
        for (int page = 0; page < MOST_PAGES && !mongoClaimSelection.isFull(); page++) {
            int window = groups.window(mongoClaimSelection.room(), perGroup);
            GroupPage read = pages.read(groups.resume(), window, perGroup, request.heldMessages());
            List<GroupWindow> groupWindows = read.windows().stream()
                    .filter(it -> wanted.test(it.group()))
                    .toList();
            for (MongoGroupPrefix mongoGroupPrefix : reading.prefixes(groupWindows, request, perGroup)) {
                if (!mongoClaimSelection.add(mongoGroupPrefix)) {
                    return false;
                }
                groups.passed(String.valueOf(mongoGroupPrefix.group()));
            }
            if (groups.looked(read)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOurs(String key, ClaimRequest request) {
        return request.shards().isAll() || request.shards().contains(Shards.shardOf(key));
    }
}
