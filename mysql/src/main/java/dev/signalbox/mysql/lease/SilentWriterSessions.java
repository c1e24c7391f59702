package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Ends the sessions of nodes that stopped during a write: MySQL, unlike MariaDB, has no time limit for an idle session
 * with an open transaction.
 */
final class SilentWriterSessions {
    private static final Sql SILENT_WRITERS = MySqlLeaseSql.SILENT_WRITERS.sql();
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Logger LOG = System.getLogger(SilentWriterSessions.class.getName());

    private final LeaseStatementRunner statements;
    private final ServerSessions server;

    SilentWriterSessions(LeaseStatementRunner statements) {
        this.statements = statements;
        this.server = new ServerSessions(statements);
    }

    /** @param writing incarnations whose lease has expired, but whose row a write has locked */
    void end(List<String> writing) throws SQLException {
        List<String> recorded = statements.column(SILENT_WRITERS, Map.of("grace", GRACE.toSeconds(), "over", writing));
        List<Long> candidates = recorded.stream()
                .flatMap(numbers -> Arrays.stream(numbers.split(",", -1)))
                .filter(number -> !number.isEmpty())
                .map(Long::valueOf)
                .toList();
        for (long session : server.idle(candidates, GRACE)) {
            server.end(session);
            LOG.log(Level.WARNING, "Ended the silent session {0}, which held up a takeover", Long.toString(session));
        }
    }
}
