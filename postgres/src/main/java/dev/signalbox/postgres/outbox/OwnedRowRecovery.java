package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Recovers the claims of fenced owners on a table whose rows are owned, not marked. */
public final class OwnedRowRecovery {
    private static final SqlTemplate<NoPart> RECOVER =
            SqlFolder.beside(OwnedRowRecovery.class, "claimed_row shard table").template("recover-owned.sql");
    private static final int ROUNDS = 1_000;

    private final Sql statement;

    /**
     * @param table the table's name, quoted where necessary
     * @param shard its column before the position in the primary key
     * @param claimedRow the condition that the row {@code t} of the table has the id {@code u.id} in a claim
     */
    public OwnedRowRecovery(String table, String shard, String claimedRow) {
        this.statement = RECOVER.fill(Map.of("table", table, "shard", shard, "claimed_row", claimedRow));
    }

    private record RecoveryRound(boolean owned, int claims, int rows) {
        static RecoveryRound of(ResultSet row) throws SQLException {
            return new RecoveryRound(row.getBoolean("owned"), row.getInt("claims"), row.getInt("fenced"));
        }
    }

    /**
     * @param unanswered the numbers of the owner's own claims whose answer was lost
     * @return how many rows fenced owners had claimed
     */
    public int recover(FencedStatements statements, Incarnation owner, String relay, Long[] unanswered)
            throws SourceException {
        Map<String, Object> values = Map.of(
                "owner",
                owner.value(),
                "relay",
                relay,
                "unanswered",
                unanswered,
                "window",
                Suspicion.WINDOW.toString());
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RecoveryRound done = statements.write(
                    "recover claims", owner, connection -> statement.one(connection, values, RecoveryRound::of));
            rows += done.rows();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return rows;
    }
}
