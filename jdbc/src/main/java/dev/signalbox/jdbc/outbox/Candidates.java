package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import java.util.function.Predicate;

/**
 * Groups and single rows that may be claimed, found by a plain read. They are hints: whoever takes one looks again. The
 * shard of a group is known only here, so a scan brings all groups and those of other nodes are dropped.
 */
final class Candidates {
    private static final int FEW = 512;
    private static final int MANY = 8_192;

    private final OutboxAccess access;
    private final GroupLap groups = new GroupLap();
    private final LooseLap loose = new LooseLap();

    Candidates(OutboxAccess access) {
        this.access = access;
    }

    GroupLap groups() {
        return groups;
    }

    LooseLap loose() {
        return loose;
    }

    void forgetAll() {
        groups.startOver();
        loose.startOver();
    }

    /**
     * Looks for more where there is nothing left.
     *
     * @param again whether an earlier look for this claim was in vain, so that a larger one is worth it
     */
    void refill(Shards shards, boolean again, Predicate<String> usableId) throws SourceException {
        boolean scanGroups = groups.isEmpty();
        boolean scanLoose = loose.isEmpty() && (scanGroups || loose.isDue());
        if (!scanLoose) {
            loose.skipped();
        }
        if (scanGroups || scanLoose) {
            int size = size(shards, again);
            int looseSize = loose.isOneMoment() ? MANY : size;
            OutboxStatements.Scanned scanned = scan(scanGroups ? size : 0, scanLoose ? looseSize : 0);
            if (scanGroups) {
                groups.scanned(scanned.groups(), scanned.resume(), ours(shards));
            }
            if (scanLoose) {
                loose.looked(scanned.loose(), looseSize, ours(shards).and(usableId));
            }
        }
    }

    private static Predicate<String> ours(Shards shards) {
        return key -> shards.isAll() || shards.contains(Shards.shardOf(key));
    }

    // The fewer shards are ours, the more has to be looked at. Powers of two, so that few statements serve all
    private static int size(Shards shards, boolean again) {
        int share = Integer.highestOneBit(Math.max(1, Shards.COUNT / Math.max(1, shards.size())));
        return Math.min(MANY, FEW * share * (again ? 4 : 1));
    }

    private OutboxStatements.Scanned scan(int most, int mostLoose) throws SourceException {
        OutboxStatements statements = access.statements();
        OutboxStatements.Scan wish = new OutboxStatements.Scan(most, groups.resume(), mostLoose, loose.start());
        return access.fenced().read("look for rows", connection -> statements.scan(connection, wish));
    }
}
