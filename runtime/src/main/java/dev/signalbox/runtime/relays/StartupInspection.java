package dev.signalbox.runtime.relays;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.RelayConfig;

/** Says at the start what is wrong with a table; a relay that cannot work goes on trying, and others are not stopped. */
final class StartupInspection {
    private static final System.Logger LOG = System.getLogger(StartupInspection.class.getName());

    private StartupInspection() {}

    /** Looks, and throws if the table cannot be worked. */
    interface TableInspection {
        Object inspect() throws SourceException;
    }

    static void inspect(RelayConfig relay, TableInspection tableInspection) {
        try {
            tableInspection.inspect();
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.WARNING, "relay {0}: {1}", relay.name(), FailureText.of(e));
        }
    }
}
