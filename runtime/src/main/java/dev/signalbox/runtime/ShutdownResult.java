package dev.signalbox.runtime;

import dev.signalbox.core.relay.StopResult;
import dev.signalbox.runtime.settings.Masking;
import java.time.Duration;
import java.util.List;

/** What came of a stop. */
public enum ShutdownResult {
    /** Everything is settled or given back. */
    CLEAN,
    /** What could not be given back in time is left to the next owner. */
    LEFT_OVER,
    /** Of some messages it is not known whether they arrived. */
    UNKNOWN_OUTCOMES;

    private static final System.Logger LOG = System.getLogger(ShutdownResult.class.getName());
    private static final int MOST_NAMED = 1000;

    /** Stops in good order, as far as the grace time allows, and says in the log what came of it. */
    public static ShutdownResult stop(RelayService relayService, Duration grace) {
        try {
            return logged(relayService.stop(grace));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return LEFT_OVER;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the stop failed", e);
            return LEFT_OVER;
        }
    }

    private static ShutdownResult logged(StopResult stopResult) {
        List<String> unknown = stopResult.unknown();
        if (unknown.isEmpty() && stopResult.clean()) {
            LOG.log(System.Logger.Level.INFO, "stopped; everything is settled or given back");
            return CLEAN;
        }
        if (unknown.isEmpty()) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "stopped after the grace time; what could not be given back is left to the next owner");
            return LEFT_OVER;
        }
        LOG.log(
                System.Logger.Level.ERROR,
                () -> "stopped; it is not known whether these " + unknown.size() + " messages arrived: "
                        + named(unknown));
        return UNKNOWN_OUTCOMES;
    }

    private static String named(List<String> ids) {
        List<String> shown =
                ids.stream().limit(MOST_NAMED).map(Masking::escaped).toList();
        return String.join(" ", shown) + (shown.size() < ids.size() ? " …" : "");
    }
}
