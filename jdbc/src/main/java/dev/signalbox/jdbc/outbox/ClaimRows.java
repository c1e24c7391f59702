package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims rows in three steps: scan for candidates, read the prefixes of the groups whose turn it is, and claim the
 * rows. Only the last step is fenced, and it checks all rows again.
 */
final class ClaimRows {
    private static final int STEPS = 16;
    private static final int MOST_DOUBLINGS = 9;

    private final OutboxTableAccess access;
    private final OutboxSettings settings;
    private final ReadAheadCache readAheadCache;
    private final ClaimCandidates claimCandidates;
    private final WriteClaim taking;
    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean ungroupedFirst;
    private long turn;

    ClaimRows(OutboxTableAccess access, ReadAheadCache readAheadCache) {
        this.access = access;
        this.settings = access.settings();
        this.readAheadCache = readAheadCache;
        this.claimCandidates = new ClaimCandidates(access);
        this.taking = new WriteClaim(access);
    }

    ClaimResult claim(Incarnation owner, InFlightRows inFlightRows, ClaimRequest request) throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return ClaimResult.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            forgetAll();
            lastOwner = owner;
            lastShards = request.shards();
        }
        try {
            return inSteps(owner, inFlightRows, request);
        } catch (SourceException e) {
            // The offered rows are no longer cached, so nothing behind them may be either
            forgetAll();
            throw e;
        }
    }

    private ClaimResult inSteps(Incarnation owner, InFlightRows inFlightRows, ClaimRequest request)
            throws SourceException {
        SkippedMessages skippedMessages = SkippedMessages.NOTHING;
        for (int step = 0; step < STEPS; step++) {
            ReadAheadCache.CachedPrefixes cachedPrefixes = offer(inFlightRows, request);
            claimCandidates.refill(request.shards(), step > 0, usable(inFlightRows, request));
            ClaimSelection claimSelection = select(inFlightRows, request, cachedPrefixes, step);
            ClaimStatementResult claimStatementResult = claimSelection.isEmpty()
                    ? ClaimStatementResult.NOTHING
                    : taking.write(owner, inFlightRows, claimSelection.prefixes());
            if (!claimStatementResult.owned()) {
                forgetAll();
                return ClaimResult.NOTHING.with(skippedMessages);
            }
            skippedMessages = skippedMessages.plus(claimStatementResult.passedOver());
            boolean odd = readAheadCache.settle(cachedPrefixes, claimStatementResult);
            remember(claimSelection, claimStatementResult, perGroup(request));
            boolean found = !claimStatementResult.messages().isEmpty();
            boolean more = advance(claimSelection, claimStatementResult) || odd || (found && !readAheadCache.isEmpty());
            more |= claimStatementResult.passedOver().total() > 0; // the rows behind it are claimable now
            if (found || !more) {
                return new ClaimResult(claimStatementResult.messages(), more, claimSelection.moreOf())
                        .with(skippedMessages);
            }
        }
        return new ClaimResult(List.of(), true).with(skippedMessages);
    }

    private void forgetAll() {
        readAheadCache.forgetAll();
        claimCandidates.forgetAll();
    }

    private ClaimSelection select(
            InFlightRows inFlightRows, ClaimRequest request, ReadAheadCache.CachedPrefixes cachedPrefixes, int step)
            throws SourceException {
        ClaimSelection claimSelection = new ClaimSelection(request);
        cachedPrefixes.byGroup().forEach((group, rows) -> claimSelection.add(GroupPrefix.offered(group, rows)));
        if (ungroupedFirst) {
            selectUngrouped(claimSelection, inFlightRows, request);
        }
        selectGrouped(claimSelection, inFlightRows, request, cachedPrefixes, step);
        if (!ungroupedFirst) {
            selectUngrouped(claimSelection, inFlightRows, request);
        }
        ungroupedFirst = !ungroupedFirst;
        return claimSelection;
    }

    private void selectUngrouped(ClaimSelection claimSelection, InFlightRows inFlightRows, ClaimRequest request) {
        Predicate<String> usable = usable(inFlightRows, request);
        while (!claimSelection.isFull()) {
            CandidateRow row = claimCandidates.ungrouped().next(candidateRow -> usable.test(candidateRow.id()));
            if (row == null) {
                return;
            }
            if (!claimSelection.add(GroupPrefix.ungrouped(row))) {
                claimCandidates.ungrouped().putBack(row);
            }
        }
    }

    private void selectGrouped(
            ClaimSelection claimSelection,
            InFlightRows inFlightRows,
            ClaimRequest request,
            ReadAheadCache.CachedPrefixes cachedPrefixes,
            int step)
            throws SourceException {
        Predicate<String> wanted = group -> !request.heldGroups().contains(group)
                && !cachedPrefixes.byGroup().containsKey(group)
                && !readAheadCache.has(group)
                && !isBusy(inFlightRows, group);
        GroupRotation lap = claimCandidates.groups();
        // Read more groups after each step that found nothing
        List<String> groups = lap.next(claimSelection.room() << Math.min(3 * step, MOST_DOUBLINGS), wanted);
        if (groups.isEmpty()) {
            return;
        }
        Set<String> held = inFlightMessages(inFlightRows, request);
        GroupPrefixes read = read(
                new ClaimQuery(groups, claimSelection.room(), perGroup(request), held, readAheadCache.hasMuchRoom()));
        lap.putBack(read.unread());
        for (int i = 0; i < read.prefixes().size(); i++) {
            if (!claimSelection.add(read.prefixes().get(i))) {
                lap.putBack(groups(read.prefixes().subList(i, read.prefixes().size())));
                return;
            }
        }
    }

    private GroupPrefixes read(ClaimQuery claimQuery) throws SourceException {
        OutboxStatements statements = access.statements();
        return access.fenced().read("read rows", connection -> statements.read(connection, claimQuery));
    }

    private static List<String> groups(List<GroupPrefix> groupPrefixes) {
        return groupPrefixes.stream()
                .map(groupPrefix -> String.valueOf(groupPrefix.group()))
                .toList();
    }

    /** Unmarked rows in flight are excluded by id, unless their group waits for them. */
    private Set<String> inFlightMessages(InFlightRows inFlightRows, ClaimRequest request) {
        if (access.claimMode() == ClaimMode.MARK || settings.ordering() != Ordering.NONE) {
            return request.heldMessages();
        }
        Set<String> held = new HashSet<>(request.heldMessages());
        held.addAll(List.of(inFlightRows.ids()));
        return held;
    }

    /** Marked rows show in the table that they are claimed; unmarked ones are known only here. */
    private boolean isBusy(InFlightRows inFlightRows, String group) {
        boolean unmarked = access.claimMode() == ClaimMode.OWN && settings.ordering() != Ordering.NONE;
        return unmarked && inFlightRows.isBusy(group);
    }

    private Predicate<String> usable(InFlightRows inFlightRows, ClaimRequest request) {
        boolean unmarked = access.claimMode() == ClaimMode.OWN;
        return id -> !request.heldMessages().contains(id) && !(unmarked && inFlightRows.isInFlight(id));
    }

    private boolean advance(ClaimSelection claimSelection, ClaimStatementResult claimStatementResult) {
        boolean found = !claimStatementResult.messages().isEmpty();
        boolean more = claimCandidates.groups().claimed(found);
        more |= claimCandidates
                .ungrouped()
                .claimed(claimSelection.hasUngrouped() && !claimStatementResult.hasUngrouped());
        return more || claimSelection.isFull() || (found && settings.ordering() == Ordering.NONE);
    }

    private static int perGroup(ClaimRequest request) {
        return Math.clamp(request.perGroup(), 1, request.messages());
    }

    // Every fourth claim leaves half of its room to groups without cached rows
    private ReadAheadCache.CachedPrefixes offer(InFlightRows inFlightRows, ClaimRequest request) {
        turn++;
        int room = turn % 4 == 0 ? Math.ceilDiv(request.messages(), 2) : request.messages();
        return readAheadCache.offer(
                room, perGroup(request), group -> !request.heldGroups().contains(group) && !inFlightRows.isBusy(group));
    }

    /** Caches rows that were read ahead, but only behind a prefix that was claimed completely. */
    private void remember(ClaimSelection claimSelection, ClaimStatementResult claimStatementResult, int perGroup) {
        if (settings.ordering() != Ordering.NONE) {
            for (GroupPrefix groupPrefix : claimSelection.prefixes()) {
                String group = groupPrefix.group();
                if (group != null
                        && !groupPrefix.ahead().isEmpty()
                        && claimStatementResult.countOf(group) == perGroup) {
                    readAheadCache.remember(group, groupPrefix.ahead());
                }
            }
        }
    }
}
