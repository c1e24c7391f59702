package dev.signalbox.core.source;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Settlement;
import java.util.List;

/**
 * A table whose rows carry their state. Every method that writes is fenced: it changes nothing once the owner has lost
 * its lease, even if it waited while the lease was taken.
 *
 * <p>Methods are called from several threads at once, {@link #claim} of one owner from one at a time, and {@link #settle}
 * for different messages each time. A call of an earlier owner may still be under way when the next one begins.
 */
public interface ClaimSource extends AutoCloseable {
    /**
     * Claims the first messages of as many groups as there is room for: only a prefix of what is visible of a group
     * (a row locked by somebody ends its group's run), nothing of a group of which a row is held already, and each
     * group in turn. Messages without a group are claimed one by one. Only messages of the wanted shards are claimed.
     * A fenced owner gets {@link ClaimResult#NOTHING}.
     */
    ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException;

    /**
     * Records verdicts and ends the claims. A row that somebody has locked does not hold up the others.
     *
     * @return which are recorded and which are busy; the claims on the rest were not ours any more
     */
    SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException;

    /**
     * These shards were not the owner's until now, even if they were some time before: what is remembered of them is worth
     * nothing. It is said before the recovery that comes before the first claim from them.
     */
    default void gained(Incarnation owner, Shards shards) {}

    /**
     * Gives back what fenced owners held, making suspects of it; rows whose claim has expired; and what this owner has
     * claimed without learning of it, because the answer to {@link #claim} was lost.
     */
    RecoveryResult recover(Incarnation owner) throws SourceException;

    /**
     * Records that these messages are about to be sent: suspects alone, so that a crash can be held against them; all of
     * them where none may be sent twice.
     *
     * @return false if the owner is fenced, in which case they must not be sent
     */
    boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException;

    /**
     * Deletes a small batch of finished messages whose time to keep is over, or moves it to an archive.
     *
     * @return how many are gone from here, and whether to go on at once
     */
    SweepResult sweep(Incarnation owner) throws SourceException;

    /** The owner ends in good order, with everything settled or given back: its end is no reason for suspicion. */
    default void left(Incarnation owner) throws SourceException {}

    @Override
    void close();
}
