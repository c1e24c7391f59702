package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to read for one deferred group: first single events, then a range of its group, if any. */
public record DeferredGroupRead(
        DeferredGroupKey key,
        List<Long> positions,
        @Nullable PositionRange range) {
    /** Events by position up to the read position; without a group, of any. */
    public record PositionRange(@Nullable String group, long from, int limit) {}

    public DeferredGroupRead {
        positions = List.copyOf(positions);
    }
}
