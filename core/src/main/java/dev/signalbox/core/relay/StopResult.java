package dev.signalbox.core.relay;

import java.util.List;
import java.util.stream.Stream;

/** Whether all was settled or released in time, and the ids of sent, unrecorded messages: they may arrive again. */
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
