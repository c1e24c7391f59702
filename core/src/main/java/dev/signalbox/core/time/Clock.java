package dev.signalbox.core.time;

/** Monotonic time, for waiting and for trusting a lease. Times in messages come from the database. */
public interface Clock {
    /** Nanoseconds since some arbitrary start, never going back. */
    long nanos();

    /** How long to wait for a time that may have passed, or may never come. */
    static long between(long now, long time) {
        return time <= now ? 0 : time == Long.MAX_VALUE ? Long.MAX_VALUE : time - now;
    }

    /** The machine's clock. */
    Clock SYSTEM = System::nanoTime;
}
