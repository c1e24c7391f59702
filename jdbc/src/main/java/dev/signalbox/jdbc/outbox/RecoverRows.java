package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.outbox.OutboxStatements.ExpiredResult;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanResult;
import java.util.List;
import java.util.Set;

/** Releases rows whose owner is gone: those of fenced owners at once, of unknown owners after the table's time-out. */
final class RecoverRows {
    private static final int ROUNDS = 1_000;

    /** How many rows were released, and whether locks prevented releasing the rest. */
    private record ReleasedRows(int rows, boolean busy) {}

    private final OutboxTableAccess access;

    RecoverRows(OutboxTableAccess access) {
        this.access = access;
    }

    RecoveryResult recover(Incarnation owner, InFlightRows inFlight) throws SourceException {
        ReleasedRows orphans = new ReleasedRows(0, false);
        if (access.context().byLeaseRow()) {
            orphans = orphans(owner, inFlight, false);
            purge(owner);
        }
        // If claims do not mark rows, no mark can expire
        int expired = access.marks() ? expired(owner, inFlight) : 0;
        return new RecoveryResult(orphans.rows(), expired, orphans.busy());
    }

    /** Releases rows that this node's claims marked without a response: no node would deliver them otherwise. */
    void releaseUnanswered(Incarnation owner, InFlightRows inFlight) throws SourceException {
        if (access.context().byLeaseRow() && inFlight.hasNewUnanswered()) {
            orphans(owner, inFlight, true);
            inFlight.unansweredChecked();
        }
    }

    private ReleasedRows orphans(Incarnation owner, InFlightRows inFlight, boolean doubtfulOnly)
            throws SourceException {
        OrphanQuery query = new OrphanQuery(owner, List.of(inFlight.unanswered()), doubtfulOnly);
        int rows = 0;
        boolean busy = false;
        for (int round = 0; round < ROUNDS; round++) {
            OrphanResult done = access.write(
                    "give back rows of lost claims",
                    owner,
                    (statements, connection) -> statements.releaseOrphans(connection, query));
            rows += done.rows();
            busy = done.busy();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return new ReleasedRows(rows, busy);
    }

    private void purge(Incarnation owner) throws SourceException {
        access.write("forget suspects", owner, (statements, connection) -> {
            statements.purgeSuspects(connection, owner);
            return true;
        });
    }

    private int expired(Incarnation owner, InFlightRows inFlight) throws SourceException {
        Set<String> inFlightIds = Set.of(inFlight.ids());
        int released = 0;
        for (int round = 0; round < ROUNDS; round++) {
            ExpiredResult done = access.write(
                    "give back expired rows",
                    owner,
                    (statements, connection) -> statements.releaseExpired(connection, owner, inFlightIds));
            released += done.released();
            if (done.touched() < ExpiredResult.BATCH) {
                break;
            }
        }
        return released;
    }
}
