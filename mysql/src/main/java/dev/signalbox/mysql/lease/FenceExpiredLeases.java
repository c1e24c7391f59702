package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fences owners whose leases have expired, within a transaction. Skips locked rows instead of waiting. */
final class FenceExpiredLeases {
    private static final Sql WITH_LEASE = MySqlLeaseSql.WITH_LEASE.sql();
    private static final Sql LOCK_LEASES = MySqlLeaseSql.LOCK_LEASES.sql();
    private static final Sql LOCK_NODES = MySqlLeaseSql.LOCK_NODES.sql();
    private static final List<Sql> END =
            List.of(MySqlLeaseSql.END_NODES.sql(), MySqlLeaseSql.END_LEASES.sql(), MySqlLeaseSql.END_CANDIDACIES.sql());

    private final LeaseStatementRunner statements;

    FenceExpiredLeases(LeaseStatementRunner statements) {
        this.statements = statements;
    }

    /** @param over incarnations whose leases have expired or no longer exist */
    void end(List<String> over) throws SQLException {
        List<String> silent = endable(over);
        List<String> ended = found(LOCK_NODES, silent);
        for (Sql end : END) {
            if (!ended.isEmpty()) {
                statements.update(end, Map.of("over", ended));
            }
        }
        List<String> writing = new ArrayList<>(silent);
        writing.removeAll(ended);
        if (!writing.isEmpty()) {
            new SilentWriterSessions(statements).end(writing);
        }
    }

    /** The incarnations whose leases can no longer be renewed. */
    private List<String> endable(List<String> over) throws SQLException {
        List<String> silent = new ArrayList<>(over);
        silent.removeAll(found(WITH_LEASE, over));
        silent.addAll(found(LOCK_LEASES, over));
        return silent;
    }

    private List<String> found(Sql sql, List<String> among) throws SQLException {
        return among.isEmpty() ? List.of() : statements.column(sql, Map.of("over", among));
    }
}
