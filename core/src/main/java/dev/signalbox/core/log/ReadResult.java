package dev.signalbox.core.log;

import java.util.List;
import java.util.Set;

/** What a look at the log brought. */
public sealed interface ReadResult {
    /**
     * Events beyond the reach.
     *
     * @param late those with positions up to the head, by transaction and position
     * @param ahead those behind the head, in the order of their positions
     * @param readPosition how far they bring the pair; further than the last event if others follow that are of no topic
     * @param more whether a limit cut it short
     * @param heldBack whether events may be waiting for a transaction that is still open
     */
    record Page(List<LogEvent> late, List<LogEvent> ahead, ReadPosition readPosition, boolean more, boolean heldBack)
            implements ReadResult {
        public Page(List<LogEvent> late, List<LogEvent> ahead, ReadPosition reach, boolean more) {
            this(late, ahead, reach, more, false);
        }
    }

    /**
     * Events of sidings.
     *
     * @param events for each siding the beginning of what was wanted, in its order
     * @param complete sidings for which there is no more of it than that
     */
    record DeferredEvents(List<DeferredEvent> events, Set<DeferredGroupKey> complete) implements ReadResult {
        /** An event, and for which siding it was read. */
        public record DeferredEvent(DeferredGroupKey key, LogEvent event) {}
    }

    /** Somebody else changed the progress. What is remembered is worth nothing: it is to be opened again. */
    record Moved() implements ReadResult {}

    /** An operator has paused the pair. */
    record Paused() implements ReadResult {}

    /** The owner has lost its lease. */
    record Fenced() implements ReadResult {}
}
