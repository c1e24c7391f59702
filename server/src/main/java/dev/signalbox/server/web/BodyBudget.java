package dev.signalbox.server.web;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the bodies of all requests may take at a time. */
final class BodyBudget {
    /** A body needs several times its size while its request is answered. */
    private static final int SHARE_OF_HEAP = 16;

    /** So that a batch of the largest size fits in any case. */
    private static final long SMALLEST = 12L << 20;

    private final long total;
    private final AtomicLong taken = new AtomicLong();

    BodyBudget(long total) {
        this.total = total;
    }

    /** The budget of a program with so much heap. */
    static long share(long maxHeap) {
        return Math.max(SMALLEST, maxHeap / SHARE_OF_HEAP);
    }

    /** Takes so many bytes, if they are left. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= total) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}
