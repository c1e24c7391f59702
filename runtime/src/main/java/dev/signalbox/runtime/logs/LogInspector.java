package dev.signalbox.runtime.logs;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.database.FailureText;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Inspects whether a log can be followed, and remembers the problem if it cannot. */
final class LogInspector {
    private static final System.Logger LOG = System.getLogger(LogInspector.class.getName());
    /** The class of SQL states that persist until an operator fixes the cause: tables, columns, rights. */
    private static final String LASTING = "42";

    private final String name;
    private final PostgresLog log;
    private volatile @Nullable String fault;

    LogInspector(String name, PostgresLog log) {
        this.name = name;
        this.log = log;
    }

    /** The problem of the log, null if there is none. An unreachable database is not a problem of the log. */
    @Nullable
    String fault() {
        return fault;
    }

    /** Logs a problem once, not with every inspection. */
    void inspect() {
        try {
            log.check();
            fault = null;
        } catch (SourceException e) {
            String reason = FailureText.of(e);
            if (!reason.equals(fault)) {
                LOG.log(Level.WARNING, "log {0}: {1}", name, reason);
            }
            fault = lasts(e) ? reason : fault;
        }
    }

    private static boolean lasts(SourceException e) {
        return !(e.getCause() instanceof SQLException cause)
                || String.valueOf(cause.getSQLState()).startsWith(LASTING);
    }
}
