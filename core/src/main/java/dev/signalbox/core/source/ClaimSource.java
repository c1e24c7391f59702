package dev.signalbox.core.source;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Settlement;
import java.util.List;

/**
 * A source of messages with claims. Every method that writes is fenced: it changes nothing once the owner has lost its
 * lease, even if it waited while the lease was taken.
 *
 * <p>Methods are called from several threads at once, {@link #claim} of one owner from one at a time, and {@link
 * #settle} for different messages each time. A call of an earlier owner may still be under way when the next one
 * begins.
 */
public interface ClaimSource extends AutoCloseable {
    /**
     * Claims the first messages of as many groups as there is room for: only a prefix of what is visible of a group (a
     * locked row ends its group's prefix), nothing of a group that has a claimed row already, and each group in turn.
     * Ungrouped messages are claimed one by one. Only messages of the wanted shards are claimed. A fenced owner gets
     * {@link ClaimResult#NOTHING}.
     */
    ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException;

    /**
     * Records verdicts and ends the claims. A locked row does not hold up the others; claims that are neither recorded nor
     * busy in the result do not belong to the owner any more.
     */
    SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException;

    /**
     * The owner gained these shards, even if it owned them some time before: what the source remembers of them is void.
     * Called before the recovery that precedes the first claim from them.
     */
    default void gained(Incarnation owner, Shards shards) {}

    /**
     * Releases the claims of fenced owners, making suspects of their messages; expired claims; and claims of this owner
     * whose answer to {@link #claim} was lost.
     */
    RecoveryResult recover(Incarnation owner) throws SourceException;

    /**
     * Records that these messages are about to be sent: suspects alone, so that a crash counts against them; all of
     * them where none may be sent twice.
     *
     * @return false if the owner is fenced, in which case they must not be sent
     */
    boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException;

    /** Deletes a small batch of settled messages whose retention is over, or moves it to the archive. */
    SweepResult sweep(Incarnation owner) throws SourceException;

    /** The owner ends cleanly, with everything settled or released: its end is no reason for suspicion. */
    default void left(Incarnation owner) throws SourceException {}

    @Override
    void close();
}
