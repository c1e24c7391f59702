package dev.signalbox.core.delivery;

/**
 * What a relay needs besides its own room before it sends: the right to have one more request in flight at a destination
 * that several relays may share, and for a message that may end the process, its turn among all relays of the process.
 */
public interface Permits {
    /** Takes a permit, or asks for one; when it can be had, whoever asked is woken. */
    boolean tryAcquire();

    /** Gives one back that was taken. */
    void release();

    /** Gives up what was asked for and is not needed any more, so that others can have it. */
    void wantNoMore();

    /**
     * Takes the turn to have a message on its way that the end of this process would be held against, or asks for it; when
     * it can be had, whoever asked is woken. One relay of the process has it at a time. True too for who has it already.
     */
    boolean tryTakeTurn();

    /** Gives the turn back, or gives up asking for it. Does nothing for who has not asked. */
    void endTurn();

    /** As many as you like, for a relay that has its process for itself. */
    static Permits unlimited() {
        return new Permits() {
            @Override
            public boolean tryAcquire() {
                return true;
            }

            @Override
            public void release() {
                // Nothing was taken from anybody.
            }

            @Override
            public void wantNoMore() {
                // Nobody waits.
            }

            @Override
            public boolean tryTakeTurn() {
                return true;
            }

            @Override
            public void endTurn() {
                // Nobody waits.
            }
        };
    }
}
