package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that excludes a group, or an ungrouped event, from what the {@link Cursor} covers: these events are not done.
 *
 * @param stragglers single events below {@code from}, in the order of their positions
 * @param from all events of the group from here on, up to the cursor; {@link #NOWHERE} for none
 * @param done events behind {@code from} that are done nevertheless
 */
public record DeferredGroupRow(
        DeferredGroupKey key,
        List<Long> stragglers,
        long from,
        List<Long> done,
        @Nullable EventFailure failure) {
    public static final long NOWHERE = Long.MAX_VALUE;

    public DeferredGroupRow {
        stragglers = List.copyOf(stragglers);
        done = List.copyOf(done);
    }
}
