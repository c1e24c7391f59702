package dev.signalbox.runtime.relays;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.log.PostgresLog;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Looks whether a log can be followed, and remembers what keeps it from that. */
final class LogInspector {
    private static final System.Logger LOG = System.getLogger(LogInspector.class.getName());
    /** SQL states of what stays as it is until somebody mends it: tables, columns, rights. */
    private static final String LASTING = "42";

    private final String name;
    private final PostgresLog log;
    private volatile @Nullable String fault;

    LogInspector(String name, PostgresLog log) {
        this.name = name;
        this.log = log;
    }

    /** What is wrong with the log, null if nothing is; that its database is away is no fault of the log. */
    @Nullable
    String fault() {
        return fault;
    }

    /** Says what is wrong once, not with every look. */
    void inspect() {
        try {
            log.check();
            fault = null;
        } catch (SourceException e) {
            String reason = FailureText.of(e);
            if (!reason.equals(fault)) {
                LOG.log(System.Logger.Level.WARNING, "log {0}: {1}", name, reason);
            }
            fault = lasts(e) ? reason : fault;
        }
    }

    private static boolean lasts(SourceException e) {
        return !(e.getCause() instanceof SQLException cause)
                || String.valueOf(cause.getSQLState()).startsWith(LASTING);
    }
}
