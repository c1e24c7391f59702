package dev.signalbox.core.relay;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a stop ended.
 *
 * @param clean whether everything held was settled or released in time; if not, the next owner finds it
 * @param unknown ids of messages that were sent and not recorded: they may arrive once more
 */
public record StopResult(boolean clean, List<String> unknown) {
    public static final StopResult CLEAN = new StopResult(true, List.of());

    public StopResult {
        unknown = List.copyOf(unknown);
    }

    /** Both results together. */
    public StopResult and(StopResult other) {
        return new StopResult(
                clean && other.clean,
                Stream.concat(unknown.stream(), other.unknown.stream()).toList());
    }
}
