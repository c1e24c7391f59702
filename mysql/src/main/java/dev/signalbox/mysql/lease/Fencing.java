package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ends leases that have run out, within a transaction. What somebody holds is passed over and not waited for. */
final class Fencing {
    private static final Sql WITH_LEASE = LeaseSql.load("with-lease.sql");
    private static final Sql LOCK_LEASES = LeaseSql.load("lock-leases.sql");
    private static final Sql LOCK_NODES = LeaseSql.load("lock-nodes.sql");
    private static final List<Sql> END = List.of(
            LeaseSql.load("end-nodes.sql"), LeaseSql.load("end-leases.sql"), LeaseSql.load("end-candidacies.sql"));

    private final Statements statements;

    Fencing(Statements statements) {
        this.statements = statements;
    }

    /** @param over whose leases have run out, or are not there any more */
    void end(List<String> over) throws SQLException {
        List<String> silent = silent(over);
        List<String> ended = found(LOCK_NODES, silent);
        for (Sql end : END) {
            if (!ended.isEmpty()) {
                statements.update(end, Map.of("over", ended));
            }
        }
        List<String> writing = new ArrayList<>(silent);
        writing.removeAll(ended);
        if (!writing.isEmpty()) {
            new SilentWriters(statements).end(writing);
        }
    }

    /** Those that can't be renewed from here on. */
    private List<String> silent(List<String> over) throws SQLException {
        List<String> silent = new ArrayList<>(over);
        silent.removeAll(found(WITH_LEASE, over));
        silent.addAll(found(LOCK_LEASES, over));
        return silent;
    }

    private List<String> found(Sql sql, List<String> among) throws SQLException {
        return among.isEmpty() ? List.of() : statements.column(sql, Map.of("over", among));
    }
}
