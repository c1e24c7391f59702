package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Recovers claims of fenced owners, and adopts rows that come from another server. */
record RecoverJobs(FencedStatements statements) {
    private static final System.Logger LOG = System.getLogger(RecoverJobs.class.getName());
    private static final Sql RECOVER = SqlFolder.sql(RecoverJobs.class, "recover.sql");
    private static final int ROUNDS = 1_000;
    private static final int MOST_ADOPTED = 1_000;

    private record RecoveryRound(boolean owned, int claims, int rows) {
        static RecoveryRound of(ResultSet row) throws SQLException {
            return new RecoveryRound(row.getBoolean("owned"), row.getInt("claims"), row.getInt("fenced"));
        }
    }

    RecoveryResult recover(Incarnation owner, JobSourceState state) throws SourceException {
        int orphans = orphans(owner, state);
        state.inFlight()
                .suspects(statements.read(
                        "read the suspects",
                        connection -> PostgresSideRecords.suspects(connection, StreamShards.RELAY)));
        adopt(owner);
        state.restartIfIdle();
        return new RecoveryResult(orphans, 0, false);
    }

    private int orphans(Incarnation owner, JobSourceState state) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner", owner.value(),
                "relay", StreamShards.RELAY,
                "unanswered", state.inFlight().unanswered(),
                "window", Suspicion.WINDOW.toString());
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RecoveryRound done = statements.write(
                    "recover claims", owner, connection -> RECOVER.one(connection, values, RecoveryRound::of));
            rows += done.rows();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return rows;
    }

    /** A dump contains transaction ids of another server, which may lie in the future on this one. */
    private void adopt(Incarnation owner) throws SourceException {
        Map<String, Object> values = Map.of("owner", owner.value(), "most", MOST_ADOPTED);
        long total = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int adopted = statements.write(
                    "adopt rows of another server",
                    owner,
                    connection ->
                            UpkeepSql.sql(UpkeepStatement.ADOPT).one(connection, values, row -> row.getInt("adopted")));
            total += adopted;
            if (adopted < MOST_ADOPTED) {
                break;
            }
        }
        if (total > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the platform''s queue: {0} jobs were written by transactions that this server has not had yet,"
                            + " as after restoring a dump; they are taken as long committed, and delivered",
                    total);
        }
    }
}
