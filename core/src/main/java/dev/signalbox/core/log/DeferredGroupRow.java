package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that takes a group, or a single event, out of what the {@link ShardReadPositions} says: these events are not done.
 *
 * @param stragglers single events below {@code from}, in the order of their positions
 * @param from all events of the group from here on, as far as the cursor goes; {@link #NOWHERE} for none
 * @param done events behind {@code from} that are done nevertheless
 * @param failure the first event that failed, if one did
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
