package dev.signalbox.core.time;

/** Monotonic time, for waiting and for trusting a lease. What a message says about time is the database's. */
public interface Clock {
    /** Nanoseconds since some arbitrary start, never going back. */
    long nanos();

    /** The machine's clock. */
    Clock SYSTEM = System::nanoTime;
}
