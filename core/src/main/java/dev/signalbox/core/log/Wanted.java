package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read for one siding: first single events, then a run of its group.
 *
 * @param run null if only the single events are wanted
 */
public record Wanted(
        SidingKey key, List<Long> positions, @Nullable Run run) {
    /**
     * Events in the order of their positions, as far as the reach goes.
     *
     * @param group null for events of whatever group
     */
    public record Run(@Nullable String group, long from, int limit) {}

    public Wanted {
        positions = List.copyOf(positions);
    }
}
