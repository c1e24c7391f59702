package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OpenClaims;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.outbox.ClaimRecords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records verdicts of all kinds in one statement, and lets go of their rows. */
final class SettleVerdicts {
    private final FencedStatements statements;
    private final OutboxSettings settings;
    private final String relay;
    private final Set<RowKey> lockedBefore = ConcurrentHashMap.newKeySet();

    SettleVerdicts(FencedStatements statements, OutboxSettings settings, String relay) {
        this.statements = statements;
        this.settings = settings;
        this.relay = relay;
    }

    /** A verdict and the place of its row. */
    record Entry(RowKey key, Settlement settlement) {
        Message message() {
            return settlement.message();
        }

        Verdict.Final verdict() {
            return settlement.verdict();
        }
    }

    /**
     * What came of the verdicts.
     *
     * @param owned false if the owner is fenced
     * @param changed rows that failed and for which that was recorded
     * @param busy rows that somebody has locked
     */
    record Result(boolean owned, Set<RowKey> changed, Set<RowKey> busy) {}

    Settled settle(Incarnation owner, TableSql sql, OwnedRows owned, List<Settlement> settlements)
            throws SourceException {
        List<Entry> ours = ours(owned, settlements);
        if (ours.isEmpty()) {
            return Settled.NOTHING;
        }
        OpenClaims claims = owned.claims();
        List<Long> empty = claims.begin();
        Result result;
        try {
            var values = new VerdictValues(sql, owner, relay, owned, statements.byLeaseRow(), empty);
            result = write(owner, values, ours);
        } catch (SourceException | RuntimeException | Error e) {
            claims.failed(empty);
            throw e;
        }
        Settled settled = remember(owned, ours, result);
        if (result.busy().size() == ours.size()) {
            // Nothing was written, so nothing went along
            claims.failed(empty);
        } else {
            end(owner, owned, claims.done());
        }
        return settled;
    }

    private Result write(Incarnation owner, VerdictValues all, List<Entry> ours) throws SourceException {
        // Where a row was locked a moment ago it is not waited for again
        Optional<Result> settled = ours.stream().anyMatch(entry -> lockedBefore.contains(entry.key()))
                ? Optional.empty()
                : statements.writeUnlessLocked("settle rows", owner, connection -> all.write(connection, ours));
        return settled.isPresent()
                ? settled.get()
                : statements.write("settle rows", owner, connection -> writeFree(connection, all, ours));
    }

    private void end(Incarnation owner, OwnedRows owned, List<Long> claims) {
        if (claims.isEmpty() || !statements.byLeaseRow()) {
            return;
        }
        try {
            statements.writeOnce("end claims", owner, connection -> {
                ClaimRecords.end(connection, owner, relay, claims);
                return true;
            });
        } catch (SourceException e) {
            // What they were about is settled: their records can wait until something is recovered
            claims.forEach(owned::doubt);
        }
    }

    /** In the order of the primary key, so that neighbours are found together. */
    private static List<Entry> ours(OwnedRows owned, List<Settlement> settlements) {
        List<Entry> ours = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) {
            RowKey key = owned.keyOf(settlement.message());
            if (key != null) {
                ours.add(new Entry(key, settlement));
            }
        }
        ours.sort(Comparator.comparing(Entry::key));
        return ours;
    }

    /** Writes what nobody has locked, in one transaction with finding that out. */
    private static Result writeFree(Connection connection, VerdictValues all, List<Entry> entries) throws SQLException {
        Set<RowKey> busy = all.busy(connection, entries);
        List<Entry> free =
                entries.stream().filter(entry -> !busy.contains(entry.key())).toList();
        Result written = free.isEmpty() ? new Result(true, Set.of(), Set.of()) : all.write(connection, free);
        return new Result(written.owned(), written.changed(), busy);
    }

    private Settled remember(OwnedRows owned, List<Entry> entries, Result result) {
        Set<String> recorded = new HashSet<>();
        Set<String> busy = new HashSet<>();
        List<Message> over = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            lockedBefore.remove(entry.key());
            if (result.busy().contains(entry.key())) {
                lockedBefore.add(entry.key());
                busy.add(entry.message().id());
                continue;
            }
            boolean done = result.owned() && isRecorded(entry, result);
            if (done) {
                recorded.add(entry.message().id());
            }
            over.add(entry.message());
            owned.end(entry.message(), end(entry, result.owned(), done));
            if (!(entry.verdict() instanceof Verdict.Release)) {
                owned.cleared(List.of(entry.key().toString()));
            }
        }
        owned.claims().settled(over);
        return new Settled(recorded, busy);
    }

    /** What is to be deleted and is gone was deleted by an earlier try, whose answer was lost. */
    private static boolean isRecorded(Entry entry, Result result) {
        return switch (entry.verdict()) {
            case Verdict.Complete(), Verdict.Release() -> true;
            case Verdict.RetryAt _, Verdict.Park _ -> result.changed().contains(entry.key());
        };
    }

    private OwnedRows.End end(Entry entry, boolean owned, boolean done) {
        if (!owned) {
            return new OwnedRows.End.Gone();
        }
        int attempts = entry.message().attempts();
        return switch (entry.verdict()) {
            case Verdict.Complete() -> new OwnedRows.End.Gone();
            case Verdict.Release() -> new OwnedRows.End.Waits(attempts);
            case Verdict.RetryAt _ -> done ? new OwnedRows.End.Waits(attempts + 1) : new OwnedRows.End.Unclear();
            case Verdict.Park _ -> settings.holdExhausted() ? new OwnedRows.End.Blocks() : new OwnedRows.End.Gone();
        };
    }
}
