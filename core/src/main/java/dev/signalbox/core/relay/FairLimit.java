package dev.signalbox.core.relay;

import java.util.ArrayDeque;

/** Limits how many may do something at a time; those that must wait are served in order, and woken. Thread-safe. */
public final class FairLimit {
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
