package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
    private final ReadAheadCache cache;
    private final ClaimCandidates candidates;

    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean ungroupedFirst;
    private long turn;
    /** Rows at the front of their group, or ungrouped, that cannot be claimed. */
    private final List<OversizedRow> oversized = new ArrayList<>();

    ClaimRows(OutboxTableAccess access, ReadAheadCache cache, Clock clock) {
        this.access = access;
        this.cache = cache;
        this.candidates = new ClaimCandidates(access, clock);
    }

    ClaimResult claim(Incarnation owner, InFlightRows inFlight, ClaimRequest request) throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return ClaimResult.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            forgetAll();
            lastOwner = owner;
            lastShards = request.shards();
        }
        candidates.due(request.due(), request.shards());
        try {
            return inSteps(owner, inFlight, request);
        } catch (SourceException e) {
            // The offered rows are no longer cached, so nothing behind them may be either
            forgetAll();
            throw e;
        }
    }

    private ClaimResult inSteps(Incarnation owner, InFlightRows inFlight, ClaimRequest request) throws SourceException {
        SkippedMessages skipped = SkippedMessages.NOTHING;
        for (int step = 0; step < STEPS; step++) {
            ReadAheadCache.CachedPrefixes cached = offer(inFlight, request);
            candidates.refill(request.shards(), step > 0, usable(inFlight, request));
            ClaimSelection selection = select(inFlight, request, cached, step);
            int rejected = reject(owner);
            skipped = skipped.plus(SkippedMessages.oversized(rejected));
            ClaimStatementResult result =
                    selection.isEmpty() ? ClaimStatementResult.NOTHING : write(owner, inFlight, selection.prefixes());
            if (!result.owned()) {
                forgetAll();
                return ClaimResult.NOTHING.with(skipped);
            }
            skipped = skipped.plus(result.passedOver());
            boolean odd = cache.settle(cached, result);
            remember(selection, result, perGroup(request));
            boolean found = !result.messages().isEmpty();
            boolean more = advance(selection, result) || odd || (found && !cache.isEmpty());
            more |= rejected + result.passedOver().total() > 0; // the rows behind it are claimable now
            if (found || !more) {
                return new ClaimResult(result.messages(), more, selection.moreOf()).with(skipped);
            }
        }
        return new ClaimResult(List.of(), true).with(skipped);
    }

    /** Makes dead letters of the rows whose id or group is too large to be read. */
    private int reject(Incarnation owner) throws SourceException {
        oversized.addAll(candidates.takeOversized());
        if (oversized.isEmpty()) {
            return 0;
        }
        List<OversizedRow> rows = List.copyOf(oversized);
        oversized.clear();
        return access.write(
                "reject oversized rows", owner, (statements, connection) -> statements.reject(connection, owner, rows));
    }

    /** Claims the chosen rows behind the fence: marks them, or only records the claim. */
    private ClaimStatementResult write(Incarnation owner, InFlightRows inFlight, List<GroupPrefix> prefixes)
            throws SourceException {
        OutboxStatements statements = access.statements();
        try {
            ClaimStatementResult result = access.fenced().writeOnce("claim rows", owner, connection -> {
                // Each attempt has its own number: the previous one may have been committed unnoticed
                long number = inFlight.beginClaim();
                return statements.claim(connection, new OutboxStatements.RowsToClaim(owner, number, prefixes));
            });
            inFlight.claimed(result.number(), result.messages());
            return result;
        } catch (SourceException e) {
            inFlight.claimFailed();
            throw e;
        }
    }

    private void forgetAll() {
        cache.forgetAll();
        candidates.forgetAll();
        oversized.clear();
    }

    private ClaimSelection select(
            InFlightRows inFlight, ClaimRequest request, ReadAheadCache.CachedPrefixes cached, int step)
            throws SourceException {
        ClaimSelection selection = new ClaimSelection(request);
        cached.byGroup().forEach((group, rows) -> selection.add(GroupPrefix.offered(group, rows)));
        if (ungroupedFirst) {
            selectUngrouped(selection, inFlight, request);
        }
        selectGrouped(selection, inFlight, request, cached, step);
        if (!ungroupedFirst) {
            selectUngrouped(selection, inFlight, request);
        }
        ungroupedFirst = !ungroupedFirst;
        return selection;
    }

    private void selectUngrouped(ClaimSelection selection, InFlightRows inFlight, ClaimRequest request) {
        Predicate<String> usable = usable(inFlight, request);
        while (!selection.isFull()) {
            CandidateRow row = candidates.ungrouped().next(candidate -> usable.test(candidate.id()));
            if (row == null) {
                return;
            }
            if (!selection.add(GroupPrefix.ungrouped(row))) {
                candidates.ungrouped().putBack(row);
            }
        }
    }

    private void selectGrouped(
            ClaimSelection selection,
            InFlightRows inFlight,
            ClaimRequest request,
            ReadAheadCache.CachedPrefixes cached,
            int step)
            throws SourceException {
        Predicate<String> wanted = group -> !request.heldGroups().contains(group)
                && !cached.byGroup().containsKey(group)
                && !cache.has(group)
                && !isBusy(inFlight, group);
        GroupRotation lap = candidates.groups();
        // Read more groups after each step that found nothing
        List<String> groups = lap.next(selection.room() << Math.min(3 * step, MOST_DOUBLINGS), wanted);
        if (groups.isEmpty()) {
            return;
        }
        Set<String> held = inFlightMessages(inFlight, request);
        ClaimQuery query = new ClaimQuery(groups, selection.room(), perGroup(request), held, cache.hasMuchRoom());
        OutboxStatements.GroupPrefixes read =
                access.read("read rows", (statements, connection) -> statements.read(connection, query));
        lap.putBack(read.unread());
        for (int i = 0; i < read.prefixes().size(); i++) {
            GroupPrefix prefix = read.prefixes().get(i).beforeOversized();
            if (prefix.rows().isEmpty()) {
                oversized.add(Objects.requireNonNull(
                        read.prefixes().get(i).rows().getFirst().oversized()));
            } else if (!selection.add(prefix)) {
                lap.putBack(groups(read.prefixes().subList(i, read.prefixes().size())));
                return;
            }
        }
    }

    private static List<String> groups(List<GroupPrefix> prefixes) {
        return prefixes.stream().map(prefix -> String.valueOf(prefix.group())).toList();
    }

    /** Unmarked rows in flight are excluded by id, unless their group waits for them. */
    private Set<String> inFlightMessages(InFlightRows inFlight, ClaimRequest request) {
        if (!access.context().owns() || access.context().inOrder()) {
            return request.heldMessages();
        }
        Set<String> held = new HashSet<>(request.heldMessages());
        held.addAll(List.of(inFlight.ids()));
        return held;
    }

    /** Marked rows show in the table that they are claimed; unmarked ones are known only here. */
    private boolean isBusy(InFlightRows inFlight, String group) {
        return access.context().owns() && access.context().inOrder() && inFlight.isBusy(group);
    }

    private Predicate<String> usable(InFlightRows inFlight, ClaimRequest request) {
        return id -> !request.heldMessages().contains(id) && !(access.context().owns() && inFlight.isInFlight(id));
    }

    private boolean advance(ClaimSelection selection, ClaimStatementResult result) {
        boolean found = !result.messages().isEmpty();
        boolean more = candidates.groups().claimed(found);
        more |= candidates.ungrouped().claimed(selection.hasUngrouped() && !result.hasUngrouped());
        return more || selection.isFull() || (found && !access.context().inOrder());
    }

    private static int perGroup(ClaimRequest request) {
        return Math.clamp(request.perGroup(), 1, request.messages());
    }

    // Every fourth claim leaves half of its room to groups without cached rows, and so does one with groups out of turn
    private ReadAheadCache.CachedPrefixes offer(InFlightRows inFlight, ClaimRequest request) {
        turn++;
        boolean others = turn % 4 == 0 || candidates.hasOutOfTurn();
        int room = others ? Math.ceilDiv(request.messages(), 2) : request.messages();
        return cache.offer(
                room, perGroup(request), group -> !request.heldGroups().contains(group) && !inFlight.isBusy(group));
    }

    /** Caches rows that were read ahead, but only behind a prefix that was claimed completely. */
    private void remember(ClaimSelection selection, ClaimStatementResult result, int perGroup) {
        if (access.context().inOrder()) {
            for (GroupPrefix prefix : selection.prefixes()) {
                String group = prefix.group();
                if (group != null && !prefix.ahead().isEmpty() && result.countOf(group) == perGroup) {
                    cache.remember(group, prefix.ahead());
                }
            }
        }
    }
}
