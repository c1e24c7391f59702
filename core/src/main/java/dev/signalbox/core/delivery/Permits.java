package dev.signalbox.core.delivery;

/**
 * What a relay needs besides its own room before it sends: a permit for one more request in flight at a destination
 * that several relays may share, and for suspects, its turn among all relays of the process.
 */
public interface Permits {
    /** Takes a permit, or queues for one; the relay is woken when it can have it. */
    boolean tryAcquire();

    /** Returns a permit. */
    void release();

    /** Stops queueing for a permit, so that other relays can have it. */
    void wantNoMore();

    /**
     * Takes the turn to send suspects, or queues for it; the relay is woken when it can have it. One relay
     * of the process has it at a time. Returns true too if the relay already has it.
     */
    boolean tryTakeTurn();

    /** Returns the turn, or stops queueing for it. Does nothing if the relay did neither. */
    void endTurn();

    /**
     * Makes the request for which a permit was just taken the only one of the process: other relays get no permit before
     * {@link #endAlone}. Returns false if there are other requests, or a relay waits for the end of another one that was
     * alone.
     */
    boolean tryBeAlone();

    /** Whether another relay waits for the end of this one's being alone; this one is woken when that begins. */
    boolean isAwaited();

    /** Lets other relays send again. Does nothing if this one is not alone. */
    void endAlone();
}
