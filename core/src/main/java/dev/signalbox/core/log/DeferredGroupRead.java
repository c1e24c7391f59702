package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to read for one deferred group: first single events, then a range of its group.
 *
 * @param range null if only the single events are wanted
 */
public record DeferredGroupRead(
        DeferredGroupKey key,
        List<Long> positions,
        @Nullable PositionRange range) {
    /**
     * Events in the order of their positions, up to the read position.
     *
     * @param group null for events of any group
     */
    public record PositionRange(@Nullable String group, long from, int limit) {}

    public DeferredGroupRead {
        positions = List.copyOf(positions);
    }
}
