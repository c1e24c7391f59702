package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OpenClaims;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import dev.signalbox.postgres.owntable.OwnTableState.RowAfterSettlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records verdicts of all kinds in one statement, and releases their rows. */
final class SettleOwnedRows {
    private final FencedStatements statements;
    private final OutboxSettings settings;
    private final String relay;
    private final Set<RowKey> lockedBefore = ConcurrentHashMap.newKeySet();

    SettleOwnedRows(FencedStatements statements, OutboxSettings settings, String relay) {
        this.statements = statements;
        this.settings = settings;
        this.relay = relay;
    }

    record KeyedSettlement(RowKey key, Settlement settlement) {
        Message message() {
            return settlement.message();
        }

        Verdict.Final verdict() {
            return settlement.verdict();
        }
    }

    /**
     * The result of writing verdicts.
     *
     * @param owned false if the owner is fenced
     * @param changed rows whose failure was recorded
     * @param locked rows that other transactions have locked
     */
    record SettledRows(boolean owned, Set<RowKey> changed, Set<RowKey> locked) {}

    SettleResult settle(Incarnation owner, OwnTableSql sql, OwnTableState owned, List<Settlement> settlements)
            throws SourceException {
        List<KeyedSettlement> ours = ours(owned, settlements);
        if (ours.isEmpty()) {
            return SettleResult.NOTHING;
        }
        OpenClaims claims = owned.claims();
        List<Long> empty = claims.begin();
        SettledRows settled;
        try {
            var values = new OwnTableVerdictParameters(sql, owner, relay, owned, statements.byLeaseRow(), empty);
            settled = write(owner, values, ours);
        } catch (SourceException | RuntimeException | Error e) {
            claims.failed(empty);
            throw e;
        }
        SettleResult result = remember(owned, ours, settled);
        if (settled.locked().size() == ours.size()) {
            // Nothing was written, so no claim record was deleted
            claims.failed(empty);
        } else {
            end(owner, owned, claims.done());
        }
        return result;
    }

    private SettledRows write(Incarnation owner, OwnTableVerdictParameters all, List<KeyedSettlement> ours)
            throws SourceException {
        // If a row was locked at the last attempt, does not wait for it again
        if (ours.stream().noneMatch(it -> lockedBefore.contains(it.key()))) {
            Optional<SettledRows> settled =
                    statements.writeUnlessLocked("settle rows", owner, connection -> all.write(connection, ours));
            if (settled.isPresent()) {
                return settled.get();
            }
        }
        return statements.write("settle rows", owner, connection -> writeFree(connection, all, ours));
    }

    private void end(Incarnation owner, OwnTableState owned, List<Long> claims) {
        if (claims.isEmpty() || !statements.byLeaseRow()) {
            return;
        }
        try {
            statements.writeOnce("end claims", owner, connection -> {
                PostgresSideRecords.endClaims(connection, owner, relay, claims);
                return true;
            });
        } catch (SourceException e) {
            // All rows of these claims are settled, so their records can wait for the next recovery
            claims.forEach(owned::addUnanswered);
        }
    }

    /** Sorts by primary key, so that neighbouring rows are found together. */
    private static List<KeyedSettlement> ours(OwnTableState owned, List<Settlement> settlements) {
        List<KeyedSettlement> ours = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) {
            RowKey key = owned.keyOf(settlement.message());
            if (key != null) {
                ours.add(new KeyedSettlement(key, settlement));
            }
        }
        ours.sort(Comparator.comparing(KeyedSettlement::key));
        return ours;
    }

    /** Writes the verdicts on rows that no other transaction has locked. Checks the locks in the same transaction. */
    private static SettledRows writeFree(
            Connection connection, OwnTableVerdictParameters all, List<KeyedSettlement> settlements)
            throws SQLException {
        Set<RowKey> locked = all.locked(connection, settlements);
        List<KeyedSettlement> free =
                settlements.stream().filter(it -> !locked.contains(it.key())).toList();
        SettledRows written = free.isEmpty() ? new SettledRows(true, Set.of(), Set.of()) : all.write(connection, free);
        return new SettledRows(written.owned(), written.changed(), locked);
    }

    private SettleResult remember(OwnTableState owned, List<KeyedSettlement> settlements, SettledRows settled) {
        Set<String> recorded = new HashSet<>();
        Set<String> busy = new HashSet<>();
        List<Message> over = new ArrayList<>(settlements.size());
        for (KeyedSettlement settlement : settlements) {
            lockedBefore.remove(settlement.key());
            if (settled.locked().contains(settlement.key())) {
                lockedBefore.add(settlement.key());
                busy.add(settlement.message().id());
                continue;
            }
            boolean done = settled.owned() && isRecorded(settlement, settled);
            if (done) {
                recorded.add(settlement.message().id());
            }
            over.add(settlement.message());
            owned.end(settlement.message(), end(settlement, settled.owned(), done));
            if (!(settlement.verdict() instanceof Verdict.Release)) {
                owned.cleared(settlement.key());
            }
        }
        owned.claims().settled(over);
        return new SettleResult(recorded, busy);
    }

    /** A completed row that is missing was deleted by an earlier attempt whose answer was lost. */
    private static boolean isRecorded(KeyedSettlement settlement, SettledRows settled) {
        return switch (settlement.verdict()) {
            case Verdict.Complete(), Verdict.Release() -> true;
            case Verdict.RetryAt _, Verdict.Park _ -> settled.changed().contains(settlement.key());
        };
    }

    private RowAfterSettlement end(KeyedSettlement settlement, boolean owned, boolean done) {
        if (!owned) {
            return RowAfterSettlement.GONE;
        }
        return switch (settlement.verdict()) {
            case Verdict.Complete() -> RowAfterSettlement.GONE;
            case Verdict.Release() -> RowAfterSettlement.RELEASED;
            case Verdict.RetryAt _ -> done ? RowAfterSettlement.FAILED : RowAfterSettlement.UNCLEAR;
            case Verdict.Park _ -> settings.holdExhausted() ? RowAfterSettlement.BLOCKS : RowAfterSettlement.GONE;
        };
    }
}
