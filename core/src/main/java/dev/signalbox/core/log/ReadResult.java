package dev.signalbox.core.log;

import java.util.List;
import java.util.Set;

/** The result of reading the log. */
public sealed interface ReadResult {
    /**
     * Events beyond the read position.
     *
     * @param late those with positions up to the head, by transaction and position
     * @param ahead those behind the head, in the order of their positions
     * @param readPosition how far they advance the feed; further than the last event if events of other topics follow
     * @param more whether a limit cut it short
     * @param heldBack whether events may be waiting for a transaction that is still open
     */
    record Page(List<LogEvent> late, List<LogEvent> ahead, ReadPosition readPosition, boolean more, boolean heldBack)
            implements ReadResult {
        public Page(List<LogEvent> late, List<LogEvent> ahead, ReadPosition readPosition, boolean more) {
            this(late, ahead, readPosition, more, false);
        }
    }

    /** The beginning of what was requested of each deferred group; the complete ones have no more. */
    record DeferredEvents(List<DeferredEvent> events, Set<DeferredGroupKey> complete) implements ReadResult {
        /** An event, and the deferred group that it was read for. */
        public record DeferredEvent(DeferredGroupKey key, LogEvent event) {}
    }

    /** Another owner or an operator changed the progress. The state in memory is void: open it again. */
    record Moved() implements ReadResult {}

    /** An operator has paused the feed. */
    record Paused() implements ReadResult {}

    /** The owner has lost its lease. */
    record Fenced() implements ReadResult {}
}
