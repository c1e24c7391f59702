package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import dev.signalbox.postgres.owntable.OwnTableSql.AdoptPart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** Recovers claims of fenced owners, and adopts rows that come from another server. */
record RecoverClaims(FencedStatements statements, String relay) {
    private static final System.Logger LOG = System.getLogger(RecoverClaims.class.getName());
    private static final int ROUNDS = 1_000;
    private static final int MOST_ADOPTED = 1_000;

    private record RecoveryRound(boolean owned, int claims, int rows) {
        static RecoveryRound of(ResultSet row) throws SQLException {
            return new RecoveryRound(row.getBoolean("owned"), row.getInt("claims"), row.getInt("fenced"));
        }
    }

    RecoveryResult recover(Incarnation owner, OwnTableSql sql, OwnTableState owned) throws SourceException {
        int orphans = 0;
        if (statements.byLeaseRow()) {
            orphans = orphans(owner, sql, owned);
            owned.suspects(statements.read(
                    "read the suspects", connection -> PostgresSideRecords.suspects(connection, relay)));
        }
        adopt(owner, sql);
        owned.restartIfIdle();
        return new RecoveryResult(orphans, 0, false);
    }

    private int orphans(Incarnation owner, OwnTableSql sql, OwnTableState owned) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner",
                owner.value(),
                "relay",
                relay,
                "unanswered",
                owned.unanswered(),
                "window",
                Suspicion.WINDOW.toString());
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RecoveryRound done = statements.write(
                    "recover claims",
                    owner,
                    connection -> sql.get(OwnTableSql.RECOVER).one(connection, values, RecoveryRound::of));
            rows += done.rows();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return rows;
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
