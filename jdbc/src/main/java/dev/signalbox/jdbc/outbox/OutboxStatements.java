package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one outbox table, in the database's SQL. Reads run on any connection and lock nothing. Writes run
 * in one transaction, and first lock the owner's lease row if there is one.
 */
public interface OutboxStatements {
    /** Scans for groups and ungrouped rows that may be claimed. */
    ScanResult scan(Connection connection, ScanQuery wish) throws SQLException;

    /** Reads the first rows of groups, in delivery order. */
    GroupPrefixes read(Connection connection, ClaimQuery query) throws SQLException;

    /**
     * The result of reading groups.
     *
     * @param prefixes the prefixes of claimable groups, in turn
     * @param unread the groups that did not have to be read
     */
    record GroupPrefixes(List<GroupPrefix> prefixes, List<String> unread) {}

    /** Claims the chosen rows that still wait; of each group a prefix, if order matters. */
    ClaimStatementResult claim(Connection connection, RowsToClaim wish) throws SQLException;

    /**
     * Makes dead letters of waiting rows whose id or group is oversized.
     *
     * @return how many
     */
    int reject(Connection connection, Incarnation owner, List<OversizedRow> rows) throws SQLException;

    /**
     * Records verdicts, and waits for locked rows.
     *
     * @return the ids whose claim was still valid
     */
    Set<String> settle(Connection connection, SettlementBatch batch) throws SQLException;

    /** Records the verdicts whose rows are not locked. */
    SettleResult settleFree(Connection connection, SettlementBatch batch) throws SQLException;

    /** Deletes the records of claims that have no messages left. Called only if claims are recorded. */
    void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException;

    /**
     * @param alone whether marked messages become suspects that are alone in flight, unless their unclean end was long ago
     * @return false if the owner is fenced
     */
    boolean markInFlight(Connection connection, Incarnation owner, List<String> ids, boolean alone) throws SQLException;

    /** Makes a suspect that was recorded as alone in flight a marked message again, if the owner is not fenced. */
    void endAlone(Connection connection, Incarnation owner, String id) throws SQLException;

    /** Releases some of the claims that will never be settled. */
    OrphanResult releaseOrphans(Connection connection, OrphanQuery wish) throws SQLException;

    /** Deletes suspects whose row is settled or gone. */
    void purgeSuspects(Connection connection, Incarnation owner) throws SQLException;

    /**
     * Releases some of the rows that no Signalbox node claimed and whose claim has timed out.
     *
     * @param holding the rows that this process has in flight, if claims are not recorded
     */
    ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> holding) throws SQLException;

    /** Deletes a small batch of completed rows, or moves it to the archive. */
    SweepResult sweep(Connection connection, SweepQuery wish) throws SQLException;

    /**
     * Where to scan, and how far.
     *
     * @param groups the maximum number of groups; zero to scan none
     * @param resume the group after which to continue; null to begin with the first
     * @param until the last group to return; null for no bound
     * @param ungrouped the maximum number of ungrouped rows; zero to scan none
     */
    record ScanQuery(
            int groups,
            @Nullable String resume,
            @Nullable String until,
            int ungrouped,
            UngroupedRowQueue.@Nullable ScanPosition start) {}

    /**
     * The result of a scan.
     *
     * @param resume the group after which the next scan continues; null at the end
     * @param oversized rows that cannot be claimed because their id or group is oversized
     */
    record ScanResult(
            List<String> groups,
            @Nullable String resume,
            List<UngroupedRowQueue.ScannedRow> ungrouped,
            List<OversizedRow> oversized) {}

    /**
     * Rows to claim.
     *
     * @param number of the claim
     */
    record RowsToClaim(Incarnation owner, long number, List<GroupPrefix> prefixes) {}

    /**
     * Which claims to release.
     *
     * @param unanswered numbers of the owner's claims whose response was lost
     * @param unansweredOnly whether to skip the claims of fenced owners
     */
    record OrphanQuery(Incarnation owner, List<Long> unanswered, boolean unansweredOnly) {}

    /**
     * The released claims and rows.
     *
     * @param owned false if the owner is fenced
     * @param claims how many claims have ended
     * @param rows how many rows of fenced owners were released
     * @param busy whether some rows were locked and therefore not released
     */
    record OrphanResult(boolean owned, int claims, int rows, boolean busy) {}

    /** @param touched exceeds {@code released} if some rows had no claim time and got one */
    record ExpiredResult(int released, int touched) {
        /** The maximum number of rows that one call changes. */
        public static final int BATCH = 1_000;
    }

    /**
     * What to sweep.
     *
     * @param keep how long completed rows are kept
     * @param amongGroups false to sweep ungrouped rows
     * @param resume the group after which to continue
     */
    record SweepQuery(
            Incarnation owner,
            Duration keep,
            boolean amongGroups,
            @Nullable String resume) {}

    /**
     * The result of one sweep step.
     *
     * @param picked how many rows it read
     * @param lastPicked the group of the last of them
     * @param stoppedAt the last group that it visited, if there may be more
     */
    record SweepResult(
            int deleted,
            int picked,
            @Nullable String lastPicked,
            @Nullable String stoppedAt) {
        /** The maximum number of rows that one step reads. */
        public static final int BATCH = 500;

        boolean full() {
            return picked == BATCH;
        }
    }
}
