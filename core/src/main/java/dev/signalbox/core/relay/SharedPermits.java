package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Permits;

/**
 * A limit on requests in flight that several relays share fairly: the longest-waiting relay is next, so a busy relay
 * cannot keep a quiet one waiting for longer than one request takes. All relays of the process share the turn of
 * exclusive suspects, whatever their destinations.
 */
public final class SharedPermits {
    /** A crash ends the whole process, so there is one turn for it, and no code that sets up relays can forget it. */
    private static final FairLimit TURN_OF_THIS_PROCESS = new FairLimit(1);

    private final FairLimit requests;
    private final FairLimit turn;

    public SharedPermits(int limit) {
        this(limit, TURN_OF_THIS_PROCESS);
    }

    /** @param turn a limit of one, shared by the relays that end together: tests run several processes in one */
    public SharedPermits(int limit, FairLimit turn) {
        this.requests = new FairLimit(limit);
        this.turn = turn;
    }

    /** One relay's access to the limit; the relay is woken when a permit or the turn is reserved for it. */
    public Permits share(Runnable wake) {
        return new Share(requests.share(wake), turn.share(wake));
    }

    private static final class Share implements Permits {
        private final FairLimit.Share requests;
        private final FairLimit.Share turn;
        private boolean hasTurn;

        Share(FairLimit.Share requests, FairLimit.Share turn) {
            this.requests = requests;
            this.turn = turn;
        }

        @Override
        public boolean tryAcquire() {
            return requests.tryAcquire();
        }

        @Override
        public void release() {
            requests.release();
        }

        @Override
        public void wantNoMore() {
            requests.wantNoMore();
        }

        @Override
        public boolean tryTakeTurn() {
            hasTurn = hasTurn || turn.tryAcquire();
            return hasTurn;
        }

        @Override
        public void endTurn() {
            turn.wantNoMore();
            if (hasTurn) {
                hasTurn = false;
                turn.release();
            }
        }
    }
}
