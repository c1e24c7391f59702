package dev.signalbox.core.relay;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a stop ended.
 *
 * @param clean whether everything held was settled or given back in time; if not, the next owner finds it
 * @param unknown ids of messages that were sent without its being recorded what became of them: they may arrive once more
 */
public record Stopped(boolean clean, List<String> unknown) {
    public static final Stopped CLEAN = new Stopped(true, List.of());

    public Stopped {
        unknown = List.copyOf(unknown);
    }

    /** Both together. */
    public Stopped and(Stopped other) {
        return new Stopped(
                clean && other.clean,
                Stream.concat(unknown.stream(), other.unknown.stream()).toList());
    }
}
