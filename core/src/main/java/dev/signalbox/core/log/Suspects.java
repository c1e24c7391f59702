package dev.signalbox.core.log;

import dev.signalbox.core.message.Suspicion;
import java.util.Map;

/**
 * Suspect events after owners ended uncleanly. Claiming an event writes nothing, so it is unknown what a dead owner had
 * in flight; but after the second unclean end in a row the next owner sends its first events one by one, and records
 * each before.
 */
public record Suspects(boolean careful, Map<Long, Suspicion> known) {
    public static final Suspects NONE = new Suspects(false, Map.of());

    public Suspects {
        known = Map.copyOf(known);
    }
}
