package dev.signalbox.server.relays;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.server.config.SourceConfig;

/**
 * How new messages are found in a database that does not tell of them: asked for in steps that double from a millisecond up
 * to the poll interval, and begin anew with each message found. A relay that could be told, but is not now, asks so.
 */
final class AdaptivePolling {
    private static final System.Logger LOG = System.getLogger(AdaptivePolling.class.getName());

    private AdaptivePolling() {}

    static void of(Sleeper sleeper) {
        sleeper.wakeUps(Pace.WakeUps.UNARMED);
    }

    static void tell(SourceConfig source) {
        LOG.log(
                System.Logger.Level.INFO,
                "source {0}: {1} does not tell of new messages; they are looked for after 1 ms, 2 ms, 4 ms and so on up to"
                        + " the poll interval",
                source.name(),
                source.kind().title());
    }
}
