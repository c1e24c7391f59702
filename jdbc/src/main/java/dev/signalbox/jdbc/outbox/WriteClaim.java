package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;

/** Takes the chosen rows behind the fence: marks them, or only records that they are held. */
final class WriteClaim {
    private final OutboxTableAccess access;

    WriteClaim(OutboxTableAccess access) {
        this.access = access;
    }

    ClaimStatementResult write(Incarnation owner, InFlightRows inFlightRows, List<GroupPrefix> groupPrefixes)
            throws SourceException {
        OutboxStatements statements = access.statements();
        try {
            ClaimStatementResult claimStatementResult = access.fenced().writeOnce("claim rows", owner, connection -> {
                // Each try has a number of its own: the one before may have been committed without our knowing
                long number = inFlightRows.beginClaim();
                return statements.claim(connection, new OutboxStatements.RowsToClaim(owner, number, groupPrefixes));
            });
            inFlightRows.claimed(claimStatementResult.number(), claimStatementResult.messages());
            return claimStatementResult;
        } catch (SourceException e) {
            inFlightRows.claimFailed();
            throw e;
        }
    }
}
