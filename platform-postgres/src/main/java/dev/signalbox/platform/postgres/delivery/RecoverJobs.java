package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import dev.signalbox.postgres.outbox.OwnedRowRecovery;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.util.Map;

/** Recovers claims of fenced owners, and adopts rows that come from another server. */
record RecoverJobs(FencedStatements statements) {
    private static final System.Logger LOG = System.getLogger(RecoverJobs.class.getName());
    /** A claim has the jobs' ids as stream, position and job. */
    private static final OwnedRowRecovery RECOVERY = new OwnedRowRecovery("signalbox_platform.queue", "stream", """
                    t.stream = CAST(split_part(u.id, ':', 1) AS bigint)
                    AND t.position = CAST(split_part(u.id, ':', 2) AS bigint)
                    AND t.job = CAST(split_part(u.id, ':', 3) AS bigint)""");

    private static final int ROUNDS = 1_000;
    private static final int MOST_ADOPTED = 1_000;

    RecoveryResult recover(Incarnation owner, JobSourceState state) throws SourceException {
        int orphans = RECOVERY.recover(
                statements, owner, StreamShards.RELAY, state.inFlight().unanswered());
        state.inFlight()
                .suspects(statements.read(
                        "read the suspects",
                        connection -> PostgresSideRecords.suspects(connection, StreamShards.RELAY)));
        adopt(owner);
        state.restartIfIdle();
        return new RecoveryResult(orphans, 0, false);
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
