package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read for one siding: first single events, then a run of its group.
 *
 * @param range null if only the single events are wanted
 */
public record DeferredGroupRead(
        DeferredGroupKey key,
        List<Long> positions,
        @Nullable PositionRange range) {
    /**
     * Events in the order of their positions, as far as the reach goes.
     *
     * @param group null for events of whatever group
     */
    public record PositionRange(@Nullable String group, long from, int limit) {}

    public DeferredGroupRead {
        positions = List.copyOf(positions);
    }
}
