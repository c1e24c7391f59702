package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;

/** Claims the chosen rows behind the fence: marks them, or only records the claim. */
final class WriteClaim {
    private final OutboxTableAccess access;

    WriteClaim(OutboxTableAccess access) {
        this.access = access;
    }

    ClaimStatementResult write(Incarnation owner, InFlightRows inFlight, List<GroupPrefix> prefixes)
            throws SourceException {
        OutboxStatements statements = access.statements();
        try {
            ClaimStatementResult result = access.fenced().writeOnce("claim rows", owner, connection -> {
                // Each attempt has its own number: the previous one may have been committed unnoticed
                long number = inFlight.beginClaim();
                return statements.claim(connection, new OutboxStatements.RowsToClaim(owner, number, prefixes));
            });
            inFlight.claimed(result.number(), result.messages());
            return result;
        } catch (SourceException e) {
            inFlight.claimFailed();
            throw e;
        }
    }
}
