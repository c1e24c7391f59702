package dev.signalbox.runtime.platform;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The requests under way, for which a stop waits. */
final class OpenRequests {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private int open;
    private boolean closed;

    /** False if no more requests are let in. */
    boolean begin() {
        lock.lock();
        try {
            if (!closed) {
                open++;
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            open--;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets no more requests in. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for those that are under way; false if the time is over first. */
    boolean awaitNone(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (open > 0 && left > 0) {
                left = ended.awaitNanos(left);
            }
            return open == 0;
        } finally {
            lock.unlock();
        }
    }
}
