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
}
