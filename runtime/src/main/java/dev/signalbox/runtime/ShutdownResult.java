package dev.signalbox.runtime;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.runtime.settings.Masking;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/** How a stop ended. */
public enum ShutdownResult {
    /** Every message is settled or released. */
    CLEAN,
    /** Some messages could not be released in time; the next owner recovers them. */
    LEFT_OVER,
    /** Some messages have an unknown outcome: they may have arrived or not. */
    UNKNOWN_OUTCOMES;

    private static final System.Logger LOG = System.getLogger(ShutdownResult.class.getName());
    private static final int MOST_NAMED = 1000;

    /** Stops gracefully within the grace time, and logs the result. */
    public static ShutdownResult stop(RelayService relayService, Duration grace) {
        try {
            return logged(relayService.stop(grace));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return LEFT_OVER;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the stop failed", e);
            return LEFT_OVER;
        }
    }

    private static ShutdownResult logged(StopResult stopResult) {
        List<String> unknown = stopResult.unknown();
        if (unknown.isEmpty() && stopResult.clean()) {
            LOG.log(Level.INFO, "stopped; everything is settled or given back");
            return CLEAN;
        }
        if (unknown.isEmpty()) {
            LOG.log(
                    Level.ERROR,
                    "stopped after the grace time; what could not be given back is left to the next owner");
            return LEFT_OVER;
        }
        LOG.log(
                Level.ERROR,
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
