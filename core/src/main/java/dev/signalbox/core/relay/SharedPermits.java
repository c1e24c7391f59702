package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Permits;
import java.util.ArrayDeque;

/**
 * A limit on requests in flight that several relays share fairly: who asked first and got none is next, so a busy relay
 * cannot keep a quiet one waiting for longer than one request takes.
 */
public final class SharedPermits {
    private final ArrayDeque<Share> waiting = new ArrayDeque<>();
    private int free;

    public SharedPermits(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one request must be allowed, not " + limit);
        }
        this.free = limit;
    }

    /** One relay's access to the limit; the relay is woken when a permit has been set aside for it. */
    public Permits share(Runnable wake) {
        return new Share(wake);
    }

    private final class Share implements Permits {
        private final Runnable wake;
        private int reserved;

        Share(Runnable wake) {
            this.wake = wake;
        }

        @Override
        public boolean tryAcquire() {
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

        @Override
        public void release() {
            giveBack(1);
        }

        @Override
        public void wantNoMore() {
            int unused;
            synchronized (waiting) {
                waiting.remove(this);
                unused = reserved;
                reserved = 0;
            }
            giveBack(unused);
        }

        private void giveBack(int permits) {
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
