package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;

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

    /** Records suspect events that are about to be sent; false if the owner has lost its lease. */
    boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException;

    /** Whether the owner has its lease, and no other owner has opened the progress since. */
    default boolean owns(Incarnation owner) throws SourceException {
        return markInFlight(owner, List.of());
    }

    /** The owner ends cleanly: its in-flight events do not become suspects. */
    void leave(Incarnation owner) throws SourceException;

    @Override
    void close();
}
