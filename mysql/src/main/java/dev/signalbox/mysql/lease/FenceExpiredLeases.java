package dev.signalbox.mysql.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Fences owners whose leases have expired, within a transaction. Skips locked rows instead of waiting. */
record FenceExpiredLeases(LeaseStatementRunner statements) {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Logger LOG = System.getLogger(FenceExpiredLeases.class.getName());
    private static final List<MySqlLeaseSql> END =
            List.of(MySqlLeaseSql.END_NODES, MySqlLeaseSql.END_LEASES, MySqlLeaseSql.END_CANDIDACIES);

    /** @param over incarnations whose leases have expired or no longer exist */
    void end(List<String> over) throws SQLException {
        List<String> silent = endable(over);
        List<String> ended = found(MySqlLeaseSql.LOCK_NODES, silent);
        for (MySqlLeaseSql end : END) {
            if (!ended.isEmpty()) {
                statements.update(end.sql(), Map.of("over", ended));
            }
        }
        List<String> writing = new ArrayList<>(silent);
        writing.removeAll(ended);
        if (!writing.isEmpty()) {
            endSilentWriters(writing);
        }
    }

    /**
     * Ends the sessions of nodes that stopped during a write: MySQL, unlike MariaDB, has no time limit for an idle
     * session with an open transaction.
     *
     * @param writing incarnations whose lease has expired, but whose row a write has locked
     */
    private void endSilentWriters(List<String> writing) throws SQLException {
        List<String> recorded = statements.column(
                MySqlLeaseSql.SILENT_WRITERS.sql(), Map.of("grace", GRACE.toSeconds(), "over", writing));
        List<Long> candidates = recorded.stream()
                .flatMap(numbers -> Arrays.stream(numbers.split(",", -1)))
                .filter(number -> !number.isEmpty())
                .map(Long::valueOf)
                .toList();
        ServerSessions server = new ServerSessions(statements);
        for (long session : server.idle(candidates, GRACE)) {
            server.end(session);
            LOG.log(Level.WARNING, "Ended the silent session {0}, which held up a takeover", Long.toString(session));
        }
    }

    /** The incarnations whose leases can no longer be renewed. */
    private List<String> endable(List<String> over) throws SQLException {
        List<String> silent = new ArrayList<>(over);
        silent.removeAll(found(MySqlLeaseSql.WITH_LEASE, over));
        silent.addAll(found(MySqlLeaseSql.LOCK_LEASES, over));
        return silent;
    }

    private List<String> found(MySqlLeaseSql sql, List<String> among) throws SQLException {
        return among.isEmpty() ? List.of() : statements.column(sql.sql(), Map.of("over", among));
    }
}
