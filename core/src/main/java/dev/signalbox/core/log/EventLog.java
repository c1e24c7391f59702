package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One feed's view of a log in a database: the events of its topic, and its progress. Every method is one transaction on
 * one snapshot, and reports a fenced owner once it has lost its lease; a write is fenced even if it waited while the
 * lease was taken.
 *
 * <p>A transaction is <em>safe</em> if its number is below the lowest one that was open when the snapshot was taken: no
 * more events of it can appear.
 */
public interface EventLog extends AutoCloseable {
    /** A limit on events and bytes; the first event is read whatever its size. */
    record Limits(int messages, long bytes) {}

    /**
     * Reads the progress, and creates it if there is none. If an operator has moved the position, the feed starts
     * there: the horizon becomes the lowest open transaction, and rows of groups deferred from behind the new position
     * are deleted, because they are read again anyway.
     */
    OpenResult open(Incarnation owner) throws SourceException;

    /**
     * Reads on from the read position: first the safe late events, by transaction and position. If a limit cut these
     * short, nothing else is returned. Otherwise the events behind the head follow in the order of their positions up
     * to the first one, of any topic, that is not safe; but none of them while an event up to the head is visible and
     * not safe. The returned read position then has the lowest open transaction.
     */
    ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException;

    /**
     * Reads the requested events of deferred groups, of each group the beginning, in the order of the list, none beyond
     * the read position. Either an event is returned or a group is complete.
     */
    ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupReads,
            Limits limits)
            throws SourceException;

    /** Writes all of it or nothing. */
    RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException;

    /**
     * Dead letters, and events that stop those behind them, that an operator wants to replay. The answer may be as old
     * as the previous call: later requests are found by the next call.
     */
    List<ReplayRequest> replays(Incarnation owner) throws SourceException;

    /**
     * Records marked and suspect events that are about to be sent; false if the owner has lost its lease.
     *
     * @param alone whether a marked event becomes a suspect that is alone in flight, unless its unclean end was long ago
     */
    boolean markInFlight(Incarnation owner, List<Long> positions, boolean alone) throws SourceException;

    /** Records events that are in flight together with others. */
    default boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        return markInFlight(owner, positions, false);
    }

    /** Makes a suspect that was recorded as alone in flight a marked event again, if the owner has its lease. */
    void endAlone(Incarnation owner, long position) throws SourceException;

    /** Whether the owner has its lease, and no other owner has opened the progress since. */
    default boolean owns(Incarnation owner) throws SourceException {
        return markInFlight(owner, List.of());
    }

    /** The owner ends cleanly: its in-flight events do not become suspects. */
    void leave(Incarnation owner) throws SourceException;

    @Override
    void close();

    /** The result of writing the progress. */
    enum RecordResult {
        RECORDED,
        /** Nothing changed: the owner has lost its lease. */
        FENCED,
        /** Nothing changed: another owner or an operator changed the progress, which must be opened again. */
        MOVED
    }

    /** An event that an operator wants to replay. */
    record ReplayRequest(long position, @Nullable String group) {}

    /** What to read for one deferred group: first single events, then a range of its group, if any. */
    record DeferredGroupRead(
            DeferredGroupKey key,
            List<Long> positions,
            @Nullable PositionRange range) {
        /** Events by position up to the read position; without a group, of any. */
        public record PositionRange(@Nullable String group, long from, int limit) {}

        public DeferredGroupRead {
            positions = List.copyOf(positions);
        }
    }

    /** The result of reading the log. */
    sealed interface ReadResult {
        /**
         * Events beyond the read position.
         *
         * @param late those with positions up to the head, by transaction and position
         * @param ahead those behind the head, in the order of their positions
         * @param readPosition how far they advance the feed; further than the last event if events of other topics follow
         * @param more whether a limit cut it short
         * @param heldBack whether events may be waiting for a transaction that is still open
         */
        record Page(
                List<LogEvent> late, List<LogEvent> ahead, ReadPosition readPosition, boolean more, boolean heldBack)
                implements ReadResult {}

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
}
