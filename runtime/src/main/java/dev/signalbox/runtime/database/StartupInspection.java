package dev.signalbox.runtime.database;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.lang.System.Logger.Level;

/** Logs the problems of a table at the start. A relay that cannot work keeps trying, and does not stop others. */
final class StartupInspection {
    private static final System.Logger LOG = System.getLogger(StartupInspection.class.getName());

    private StartupInspection() {}

    /** Inspects a table, and throws if it cannot be used. */
    interface TableInspection {
        Object inspect() throws SourceException;
    }

    static void inspect(RelayConfig relay, TableInspection inspection) {
        try {
            inspection.inspect();
        } catch (SourceException e) {
            LOG.log(Level.WARNING, "relay {0}: {1}", relay.name(), FailureText.of(e));
        }
    }
}
