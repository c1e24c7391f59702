package dev.signalbox.core.log;

import dev.signalbox.core.message.Suspicion;
import java.util.Map;

/**
 * Suspect events after owners ended uncleanly. Claiming an event writes nothing, so it is unknown what a dead owner had
 * in flight; but it was among the first events that the next owner sends. These are marked, and recorded as in flight
 * before they are sent.
 *
 * @param deaths how many owners ended uncleanly, one soon after the other
 */
public record Suspects(int deaths, Map<Long, Suspicion> known) {
    public static final Suspects NONE = new Suspects(0, Map.of());

    public Suspects {
        known = Map.copyOf(known);
    }
}
