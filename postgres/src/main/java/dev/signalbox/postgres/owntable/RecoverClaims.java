package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import dev.signalbox.postgres.owntable.OwnTableSql.AdoptPart;
import java.util.Map;
import java.util.Set;

/** Recovers claims of fenced owners, and adopts rows that come from another server. */
record RecoverClaims(FencedStatements statements, String relay) {
    private static final System.Logger LOG = System.getLogger(RecoverClaims.class.getName());
    private static final int ROUNDS = 1_000;
    private static final int MOST_ADOPTED = 1_000;

    RecoveryResult recover(Incarnation owner, OwnTableSql sql, OwnTableState owned) throws SourceException {
        int orphans = 0;
        if (statements.byLeaseRow()) {
            orphans = sql.recovery().recover(statements, owner, relay, owned.unanswered());
            owned.suspects(statements.read(
                    "read the suspects", connection -> PostgresSideRecords.suspects(connection, relay)));
        }
        adopt(owner, sql);
        owned.restartIfIdle();
        return new RecoveryResult(orphans, 0, false);
    }

    /** A dump contains transaction ids of another server, which may lie in the future on this one. */
    private void adopt(Incarnation owner, OwnTableSql sql) throws SourceException {
        Sql statement = sql.get(OwnTableSql.ADOPT, statements.byLeaseRow() ? Set.of(AdoptPart.LEASE) : Set.of());
        long total = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int adopted = statements.write(
                    "adopt rows of another server",
                    owner,
                    connection ->
                            statement.one(connection, Map.of("owner", owner.value()), row -> row.getInt("adopted")));
            total += adopted;
            if (adopted < MOST_ADOPTED) {
                break;
            }
        }
        if (total > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "outbox table {0}: {1} rows were written by transactions that this server has not had yet,"
                            + " as after restoring a dump; they are taken as long committed, and delivered",
                    relay,
                    total);
        }
    }
}
