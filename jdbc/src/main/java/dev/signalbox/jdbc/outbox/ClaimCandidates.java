package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Groups and ungrouped rows that may be claimed, found by a plain read. They are hints, which the claim checks again.
 * Only this class computes the shard of a group, so a scan returns all groups and those of other nodes are dropped.
 */
final class ClaimCandidates {
    private static final int FEW = 512;
    private static final int MANY = 8_192;
    private static final int PASSED = 256;

    /** A scan of passed groups may take a twentieth of the time: it reads over entries of rows that are done. */
    private static final int PASSED_PAUSE = 19;

    private final OutboxTableAccess access;
    private final GroupRotation groups = new GroupRotation();
    private final UngroupedRowQueue ungrouped = new UngroupedRowQueue();
    private final Clock clock;
    private long nextScanOfPassed;
    private List<OversizedRow> oversized = List.of();

    ClaimCandidates(OutboxTableAccess access, Clock clock) {
        this.access = access;
        this.clock = clock;
        this.nextScanOfPassed = clock.nanos();
    }

    GroupRotation groups() {
        return groups;
    }

    UngroupedRowQueue ungrouped() {
        return ungrouped;
    }

    void forgetAll() {
        groups.startOver();
        ungrouped.startOver();
    }

    /** Visits these groups and rows next, before others have had their turn. */
    void due(DueRetries due, Shards shards) {
        groups.due(due.groups().stream().filter(ours(shards)).toList());
        ungrouped.putFirst(
                due.ungrouped().stream()
                        .filter(message -> ours(shards).test(message.id()))
                        .map(message -> new CandidateRow(message.id(), message.size()))
                        .toList(),
                CandidateRow::id);
    }

    /** Whether there are groups that do not wait for their turn. */
    boolean hasOutOfTurn() {
        return groups.hasOutOfTurn();
    }

    /**
     * Scans for more candidates if none are left.
     *
     * @param again whether an earlier scan for this claim found nothing, so that a larger one is worth it
     */
    void refill(Shards shards, boolean again, Predicate<String> usableId) throws SourceException {
        boolean scanGroups = groups.isEmpty();
        boolean scanLoose = ungrouped.isEmpty() && (scanGroups || ungrouped.isDue());
        if (!scanLoose) {
            ungrouped.skipped();
        }
        if (scanGroups || scanLoose) {
            int size = size(shards, again);
            int looseSize = ungrouped.isOneMoment() ? MANY : size;
            OutboxStatements.ScanResult found = scan(scanGroups ? size : 0, scanLoose ? looseSize : 0);
            oversized = found.oversized();
            if (scanGroups) {
                groups.scanned(found.groups(), found.resume(), ours(shards));
            }
            if (scanLoose) {
                ungrouped.looked(found.ungrouped(), looseSize, ours(shards).and(usableId));
            }
        }
        String passed = groups.passedUpTo();
        if (passed != null && clock.nanos() - nextScanOfPassed >= 0) {
            scanPassed(passed, shards);
        }
    }

    /** Scans groups that got rows since the lap has passed them. */
    private void scanPassed(String upTo, Shards shards) throws SourceException {
        long begin = clock.nanos();
        var query = new OutboxStatements.ScanQuery(PASSED, groups.resumePassed(), upTo, 0, null);
        OutboxStatements.ScanResult found =
                access.read("look for rows behind", (statements, connection) -> statements.scan(connection, query));
        oversized =
                Stream.concat(oversized.stream(), found.oversized().stream()).toList();
        groups.scannedPassed(found.groups(), found.resume(), ours(shards));
        long end = clock.nanos();
        nextScanOfPassed = end + PASSED_PAUSE * (end - begin);
    }

    /** Removes and returns the rows that the last scan found and that cannot be claimed. */
    List<OversizedRow> takeOversized() {
        List<OversizedRow> taken = oversized;
        oversized = List.of();
        return taken;
    }

    private static Predicate<String> ours(Shards shards) {
        return key -> shards.isAll() || shards.contains(Shards.shardOf(key));
    }

    // A node with fewer shards scans more. Powers of two keep the number of different statements small
    private static int size(Shards shards, boolean again) {
        int share = Integer.highestOneBit(Math.max(1, Shards.COUNT / Math.max(1, shards.size())));
        return Math.min(MANY, FEW * share * (again ? 4 : 1));
    }

    private OutboxStatements.ScanResult scan(int most, int mostUngrouped) throws SourceException {
        var query = new OutboxStatements.ScanQuery(most, groups.resume(), null, mostUngrouped, ungrouped.start());
        return access.read("look for rows", (statements, connection) -> statements.scan(connection, query));
    }
}
