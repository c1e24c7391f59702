package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;

/** Takes the chosen rows behind the fence: marks them, or only records that they are held. */
final class TakeRows {
    private final OutboxAccess access;

    TakeRows(OutboxAccess access) {
        this.access = access;
    }

    Taken take(Incarnation owner, Holdings holdings, List<Run> runs) throws SourceException {
        OutboxStatements statements = access.statements();
        try {
            Taken taken = access.fenced().writeOnce("claim rows", owner, connection -> {
                // Each try has a number of its own: the one before may have been committed without our knowing
                long number = holdings.beginClaim();
                return statements.take(connection, new OutboxStatements.Take(owner, number, runs));
            });
            holdings.claimed(taken.number(), taken.messages());
            return taken;
        } catch (SourceException e) {
            holdings.claimFailed();
            throw e;
        }
    }
}
