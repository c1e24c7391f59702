package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Permits;
import java.util.ArrayDeque;

/**
 * A limit on requests in flight that several relays share fairly: the longest-waiting relay is next, so a busy relay
 * cannot keep a quiet one waiting for longer than one request takes. All relays of the process share the turn of
 * suspects, whatever their destinations.
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
        return new RelayShare(requests.share(wake), turn.share(wake));
    }

    private static final class RelayShare implements Permits {
        private final FairLimit.Share requests;
        private final FairLimit.Share turn;
        private boolean hasTurn;

        RelayShare(FairLimit.Share requests, FairLimit.Share turn) {
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

    /** Limits how many may do something at a time; those that must wait are served in order, and woken. Thread-safe. */
    public static final class FairLimit {
        private final ArrayDeque<Share> waiting = new ArrayDeque<>();
        private int free;

        public FairLimit(int limit) {
            if (limit < 1) {
                throw new IllegalArgumentException("at least one request must be allowed, not " + limit);
            }
            this.free = limit;
        }

        Share share(Runnable wake) {
            return new Share(wake);
        }

        /** One party's access to the limit; it is woken when something is reserved for it. */
        final class Share {
            private final Runnable wake;
            private int reserved;

            private Share(Runnable wake) {
                this.wake = wake;
            }

            boolean tryAcquire() {
                synchronized (waiting) {
                    if (reserved > 0) {
                        reserved--;
                        return true;
                    }
                    if (free > 0 && waiting.isEmpty()) {
                        free--;
                        return true;
                    }
                    if (!waiting.contains(this)) {
                        waiting.add(this);
                    }
                    return false;
                }
            }

            void release() {
                putBack(1);
            }

            void wantNoMore() {
                int unused;
                synchronized (waiting) {
                    waiting.remove(this);
                    unused = reserved;
                    reserved = 0;
                }
                putBack(unused);
            }

            private void putBack(int permits) {
                for (int i = 0; i < permits; i++) {
                    Share next;
                    synchronized (waiting) {
                        next = waiting.poll();
                        if (next == null) {
                            free++;
                        } else {
                            next.reserved++;
                        }
                    }
                    if (next != null) {
                        next.wake.run();
                    }
                }
            }
        }
    }
}
