package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SettleResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a database does with one outbox table, in its own SQL. What reads runs on any connection and locks nothing; what
 * writes runs in one transaction, and locks the owner's lease row before anything else where there is one.
 */
public interface OutboxStatements {
    /** Looks for groups and single rows that may be claimed. */
    ScanResult scan(Connection connection, ScanQuery wish) throws SQLException;

    /** Reads the first rows of groups, in the order in which they are to be delivered. */
    GroupPrefixes read(Connection connection, ClaimQuery claimQuery) throws SQLException;

    /** Takes chosen rows, as far as they still wait: of each run a prefix, if there is an order to keep. */
    ClaimStatementResult claim(Connection connection, RowsToClaim wish) throws SQLException;

    /**
     * Records verdicts, waiting for rows that somebody has locked.
     *
     * @return the ids of those whose claim still held
     */
    Set<String> settle(Connection connection, SettlementBatch settlementBatch) throws SQLException;

    /** Records those verdicts whose rows nobody has locked. */
    SettleResult settleFree(Connection connection, SettlementBatch settlementBatch) throws SQLException;

    /** Deletes the records of claims of which nothing is left. Only asked for where there are such records. */
    void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException;

    /** @return false if the owner is fenced */
    boolean markInFlight(Connection connection, Incarnation owner, List<String> ids) throws SQLException;

    /** Gives back a few of the claims that nobody will settle. */
    OrphanResult releaseOrphans(Connection connection, OrphanQuery wish) throws SQLException;

    /** Forgets suspects whose row is finished or gone. */
    void purgeSuspects(Connection connection, Incarnation owner) throws SQLException;

    /**
     * Gives back a few of the rows that nobody of us claimed and that have been held for too long.
     *
     * @param holding what this process holds, where no claims are recorded
     */
    ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> holding) throws SQLException;

    /** Deletes a small batch of completed rows, or moves it to the archive. */
    SweepResult sweep(Connection connection, SweepQuery wish) throws SQLException;

    /**
     * Where and for how many to look.
     *
     * @param groups at most so many groups; none are looked for if it is zero
     * @param ungrouped at most so many rows without a group; none are looked for if it is zero
     */
    record ScanQuery(
            int groups, @Nullable String resume, int ungrouped, UngroupedRowQueue.@Nullable ScanPosition start) {}

    /**
     * What a look found.
     *
     * @param resume the group behind which the next look goes on; null if there are none behind
     */
    record ScanResult(List<String> groups, @Nullable String resume, List<UngroupedRowQueue.ScannedRow> ungrouped) {}

    /**
     * Rows to take.
     *
     * @param number of the claim
     */
    record RowsToClaim(Incarnation owner, long number, List<GroupPrefix> prefixes) {}

    /**
     * Which claims to give back.
     *
     * @param unanswered numbers of the owner's own claims whose answer was lost
     * @param unansweredOnly whether to leave those of fenced owners alone
     */
    record OrphanQuery(Incarnation owner, List<Long> unanswered, boolean unansweredOnly) {}

    /**
     * What was given back.
     *
     * @param owned false if the owner is fenced
     * @param claims how many claims have ended
     * @param rows how many rows of fenced owners were given back
     * @param busy whether somebody's lock kept some of them
     */
    record OrphanResult(boolean owned, int claims, int rows, boolean busy) {}

    /** @param touched more than were released if some had no time and were given one */
    record ExpiredResult(int released, int touched) {
        /** As many as one call touches. */
        public static final int BATCH = 1_000;
    }

    /**
     * What to sweep.
     *
     * @param keep how long completed rows are kept
     * @param amongGroups false for rows without a group
     * @param resume the group behind which to go on
     */
    record SweepQuery(
            Incarnation owner,
            Duration keep,
            boolean amongGroups,
            @Nullable String resume) {}

    /**
     * What one step of a sweep did.
     *
     * @param picked how many rows it looked at
     * @param lastPicked the group of the last of them
     * @param stoppedAt the last group that it came to, if there may be more behind it
     */
    record SweepResult(
            int deleted,
            int picked,
            @Nullable String lastPicked,
            @Nullable String stoppedAt) {
        /** As many as one step looks at. */
        public static final int BATCH = 500;

        boolean full() {
            return picked == BATCH;
        }
    }
}
