package dev.signalbox.runtime.relays;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.RelayConfig;

/** Says at the start what is wrong with a table; a relay that cannot work goes on trying, and others are not stopped. */
final class FirstLook {
    private static final System.Logger LOG = System.getLogger(FirstLook.class.getName());

    private FirstLook() {}

    /** Looks, and throws if the table cannot be worked. */
    interface Look {
        Object at() throws SourceException;
    }

    static void at(RelayConfig relay, Look look) {
        try {
            look.at();
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.WARNING, "relay {0}: {1}", relay.name(), Reasons.of(e));
        }
    }
}
