package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import java.util.function.Predicate;

/**
 * Groups and ungrouped rows that may be claimed, found by a plain read. They are hints, which the claim checks again.
 * Only this class computes the shard of a group, so a scan returns all groups and those of other nodes are dropped.
 */
final class ClaimCandidates {
    private static final int FEW = 512;
    private static final int MANY = 8_192;

    private final OutboxTableAccess access;
    private final GroupRotation groups = new GroupRotation();
    private final UngroupedRowQueue ungrouped = new UngroupedRowQueue();

    ClaimCandidates(OutboxTableAccess access) {
        this.access = access;
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
            if (scanGroups) {
                groups.scanned(found.groups(), found.resume(), ours(shards));
            }
            if (scanLoose) {
                ungrouped.looked(found.ungrouped(), looseSize, ours(shards).and(usableId));
            }
        }
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
        var query = new OutboxStatements.ScanQuery(most, groups.resume(), mostUngrouped, ungrouped.start());
        return access.read("look for rows", (statements, connection) -> statements.scan(connection, query));
    }
}
