package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.outbox.OutboxStatements.Expired;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanWish;
import dev.signalbox.jdbc.outbox.OutboxStatements.Orphans;
import java.util.List;
import java.util.Set;

/** Gives back rows whose owner is gone: fenced owners' at once, unknown owners' after the table's time-out. */
final class RecoverRows {
    private static final int ROUNDS = 1_000;

    /** What was given back, and whether somebody's lock kept us from giving back the rest. */
    private record GivenBack(int rows, boolean busy) {}

    private final OutboxAccess access;

    RecoverRows(OutboxAccess access) {
        this.access = access;
    }

    Recovered recover(Incarnation owner, Holdings holdings) throws SourceException {
        GivenBack orphans = new GivenBack(0, false);
        if (access.byLeaseRow()) {
            orphans = orphans(owner, holdings, false);
            purge(owner);
        }
        // Where no row is ever marked as held, there is none of which that could have been too long ago
        int expired = access.marks() ? expired(owner, holdings) : 0;
        return new Recovered(orphans.rows(), expired, orphans.busy());
    }

    /** Gives back what claims of our own marked whose answer never came: nobody would deliver it otherwise. */
    void giveBackDoubtful(Incarnation owner, Holdings holdings) throws SourceException {
        if (access.byLeaseRow() && holdings.hasFreshDoubt()) {
            orphans(owner, holdings, true);
            holdings.doubtLookedInto();
        }
    }

    private GivenBack orphans(Incarnation owner, Holdings holdings, boolean doubtfulOnly) throws SourceException {
        OutboxStatements statements = access.statements();
        OrphanWish wish = new OrphanWish(owner, List.of(holdings.doubtful()), doubtfulOnly);
        int rows = 0;
        boolean busy = false;
        for (int round = 0; round < ROUNDS; round++) {
            Orphans done = access.fenced()
                    .write("give back rows of lost claims", owner, c -> statements.giveBackOrphans(c, wish));
            rows += done.rows();
            busy = done.busy();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return new GivenBack(rows, busy);
    }

    private void purge(Incarnation owner) throws SourceException {
        OutboxStatements statements = access.statements();
        access.fenced().write("forget suspects", owner, connection -> {
            statements.purgeSuspects(connection, owner);
            return true;
        });
    }

    private int expired(Incarnation owner, Holdings holdings) throws SourceException {
        OutboxStatements statements = access.statements();
        Set<String> holding = Set.of(holdings.ids());
        int released = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Expired done = access.fenced()
                    .write("give back expired rows", owner, c -> statements.giveBackExpired(c, owner, holding));
            released += done.released();
            if (done.touched() < Expired.BATCH) {
                break;
            }
        }
        return released;
    }
}
