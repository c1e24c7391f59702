package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.OpenClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records verdicts of all kinds together. */
final class SettleRows {
    private final OutboxTableAccess access;
    private final ReadAheadCache cache;
    private final Set<String> lockedBefore = ConcurrentHashMap.newKeySet();

    SettleRows(OutboxTableAccess access, ReadAheadCache cache) {
        this.access = access;
        this.cache = cache;
    }

    SettleResult settle(Incarnation owner, InFlightRows inFlight, List<Settlement> settlements) throws SourceException {
        List<Settlement> ours = inFlight.inFlight(settlements);
        if (ours.isEmpty()) {
            return SettleResult.NOTHING;
        }
        boolean locked = false;
        for (Settlement settlement : ours) {
            if (!(settlement.verdict() instanceof Verdict.Complete)) {
                forgetOrder(settlement.message());
            }
            locked |= !lockedBefore.isEmpty()
                    && lockedBefore.contains(settlement.message().id());
        }
        OpenClaims claims = inFlight.claims();
        List<Long> empty = claims.begin();
        SettlementBatch all = new SettlementBatch(owner, claims, ours, empty);
        SettleResult result;
        try {
            result = write(all, locked);
        } catch (SourceException | RuntimeException | Error e) {
            claims.failed(empty);
            throw e;
        }
        remember(all, inFlight, result);
        if (result.busy().size() == ours.size()) {
            // Nothing was written, so no claim records were deleted
            claims.failed(empty);
        } else {
            end(owner, inFlight, claims.done());
        }
        return result;
    }

    /**
     * @param locked whether one of the rows was locked recently; then the write skips locked rows instead of waiting
     */
    private SettleResult write(SettlementBatch all, boolean locked) throws SourceException {
        if (!locked) {
            OutboxStatements known = access.statements();
            Optional<Set<String>> recorded = access.fenced()
                    .writeUnlessLocked("settle rows", all.owner(), connection -> known.settle(connection, all));
            if (recorded.isPresent()) {
                return SettleResult.all(recorded.get());
            }
        }
        return access.write(
                "settle rows", all.owner(), (statements, connection) -> statements.settleFree(connection, all));
    }

    private void remember(SettlementBatch all, InFlightRows inFlight, SettleResult result) {
        List<Message> done = new ArrayList<>(all.settlements().size());
        for (Settlement settlement : all.settlements()) {
            Message message = settlement.message();
            if (result.busy().contains(message.id())) {
                lockedBefore.add(message.id());
                continue;
            }
            lockedBefore.remove(message.id());
            done.add(message);
            if (!result.recorded().contains(message.id())) {
                forgetOrder(message);
            }
        }
        inFlight.settled(done);
    }

    private void end(Incarnation owner, InFlightRows inFlight, List<Long> claims) {
        if (claims.isEmpty() || !access.fenced().byLeaseRow()) {
            return;
        }
        try {
            OutboxStatements statements = access.statements();
            access.fenced().writeOnce("end claims", owner, connection -> {
                statements.endClaims(connection, owner, claims);
                return true;
            });
        } catch (SourceException e) {
            // The messages are settled: the next recovery deletes the records
            inFlight.addUnanswered(claims);
        }
    }

    /** A row that waits again precedes the cached rows of its group. */
    private void forgetOrder(Message message) {
        if (message.group() != null) {
            cache.forget(message.group());
        }
    }
}
