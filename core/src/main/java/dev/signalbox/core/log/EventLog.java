package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.util.List;

/**
 * One pair's view of a log in a database: the events of its topic, and its publisher's progress. Every method is one
 * transaction on one snapshot, and answers that the owner is fenced once it has lost its lease; a write is fenced even if
 * it waited while the lease was taken.
 *
 * <p>A transaction is <em>safe</em> if its number is below the lowest one that was open when the snapshot was taken:
 * no more events of it can appear.
 */
public interface EventLog extends AutoCloseable {
    /** At most so many events and so many bytes; the first event is read whatever its size. */
    record Limits(int messages, long bytes) {}

    /**
     * Reads the progress, which is created if there is none. If somebody moved the position meanwhile, the pair is put
     * there: the horizon becomes the lowest open transaction, and rows parked from behind the new position are deleted,
     * for they are read again anyway.
     */
    OpenResult open(Incarnation owner) throws SourceException;

    /**
     * Reads on from the reach: first the safe late events, by transaction and position. If a limit cut these short, they
     * are all. Else the events behind the head follow in the order of their positions up to the first one, of whatever
     * topic, that is not safe; but none of them while an event up to the head is visible and not safe. The reach that
     * is returned has the lowest open transaction then.
     */
    ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException;

    /**
     * Reads what is wanted for sidings, of each the beginning, in the order of the list, none beyond the reach. Either an
     * event is returned or a siding is complete.
     */
    ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupRead,
            Limits limits)
            throws SourceException;

    /** Writes all of it or nothing. */
    RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException;

    /**
     * Dead letters, and events that stop those behind them, which an operator wants to be tried again. It may go by what
     * another call has seen since it was last asked: what was wanted after that is found by the next call.
     */
    List<ReplayRequest> replays(Incarnation owner) throws SourceException;

    /**
     * Records events that are about to be sent with care.
     *
     * @return false if the owner has lost its lease
     */
    boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException;

    /** Whether the owner has its lease, and nobody else has opened the progress since. */
    default boolean owns(Incarnation owner) throws SourceException {
        return markInFlight(owner, List.of());
    }

    /** The owner ends in good order: nothing is to be held against what it had in hand. */
    void leave(Incarnation owner) throws SourceException;

    @Override
    void close();
}
