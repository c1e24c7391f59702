package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Permits;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A limit on requests in flight that several relays share fairly: the longest-waiting relay is next, so a busy relay
 * cannot keep a quiet one waiting for longer than one request takes. All relays of the process share the turn of
 * suspects, whatever their destinations, and one request may be the only one of the process.
 */
public final class SharedPermits {
    /** A crash ends the whole process, so there is one of these for it, and no code that sets up relays can forget it. */
    private static final ProcessRequests THIS_PROCESS = new ProcessRequests();

    private final FairLimit requests;
    private final ProcessRequests process;

    public SharedPermits(int limit) {
        this(limit, THIS_PROCESS);
    }

    /** @param process shared by the relays that end together: tests run several processes in one */
    public SharedPermits(int limit, ProcessRequests process) {
        this.requests = new FairLimit(limit);
        this.process = process;
    }

    /** One relay's access to the limit; the relay is woken when a permit or the turn is reserved for it. */
    public Permits share(Runnable wake) {
        return new RelayShare(requests.share(wake), process, wake);
    }

    private static final class RelayShare implements Permits {
        private final FairLimit.Share requests;
        private final FairLimit.Share turn;
        private final ProcessRequests process;
        private final Runnable wake;
        private boolean hasTurn;

        RelayShare(FairLimit.Share requests, ProcessRequests process, Runnable wake) {
            this.requests = requests;
            this.turn = process.turn.share(wake);
            this.process = process;
            this.wake = wake;
        }

        @Override
        public boolean tryAcquire() {
            if (!process.tryBegin(this)) {
                return false;
            }
            boolean acquired = requests.tryAcquire();
            if (!acquired) {
                process.end();
            }
            return acquired;
        }

        @Override
        public void release() {
            process.end();
            requests.release();
        }

        @Override
        public void wantNoMore() {
            process.wantsNoMore(this);
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

        @Override
        public boolean tryBeAlone() {
            return process.tryBeAlone(this);
        }

        @Override
        public boolean isAwaited() {
            return process.isAwaited(this);
        }

        @Override
        public void endAlone() {
            process.endAlone(this);
        }
    }

    /** The requests in flight of all relays of a process, and their turn to send suspects. Thread-safe. */
    public static final class ProcessRequests {
        private final FairLimit turn = new FairLimit(1);
        /** Relays that want to send while another one is alone. They come first when it is not any more. */
        private final Set<RelayShare> waiting = new LinkedHashSet<>();

        private int inFlight;
        private @Nullable RelayShare alone;

        private boolean tryBegin(RelayShare relay) {
            RelayShare holder;
            synchronized (waiting) {
                holder = alone;
                if (holder == null || holder == relay) {
                    waiting.remove(relay);
                    inFlight++;
                    return true;
                }
                if (!waiting.add(relay)) {
                    return false;
                }
            }
            holder.wake.run();
            return false;
        }

        private void end() {
            synchronized (waiting) {
                inFlight--;
            }
        }

        private void wantsNoMore(RelayShare relay) {
            synchronized (waiting) {
                waiting.remove(relay);
            }
        }

        private boolean tryBeAlone(RelayShare relay) {
            synchronized (waiting) {
                if (inFlight != 1 || alone != null || !waiting.isEmpty()) {
                    return false;
                }
                alone = relay;
                return true;
            }
        }

        private boolean isAwaited(RelayShare relay) {
            synchronized (waiting) {
                return alone == relay && !waiting.isEmpty();
            }
        }

        private void endAlone(RelayShare relay) {
            List<RelayShare> next;
            synchronized (waiting) {
                if (alone != relay) {
                    return;
                }
                alone = null;
                next = List.copyOf(waiting);
            }
            next.forEach(waiter -> waiter.wake.run());
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
