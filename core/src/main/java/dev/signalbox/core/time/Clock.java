package dev.signalbox.core.time;

import java.util.concurrent.TimeUnit;

/** Monotonic time, for waiting and for trusting a lease. Times in messages come from the database. */
@FunctionalInterface
public interface Clock {
    /** Nanoseconds since some arbitrary start, never going back. It may stand still while the machine is suspended. */
    long nanos();

    /** How long the clock has stood still while time went on elsewhere, in all. */
    default long suspendedNanos() {
        return 0;
    }

    /**
     * The time by which leases are trusted: it goes on while the machine is suspended. A jump of the wall clock looks the
     * same, and ends the trust in a lease until its next renewal; nothing else depends on it.
     */
    default long leaseNanos() {
        return nanos() + suspendedNanos();
    }

    /** How long to wait for a time that may have passed, or may never come. */
    static long between(long now, long time) {
        return time <= now ? 0 : time == Long.MAX_VALUE ? Long.MAX_VALUE : time - now;
    }

    /** The machine's clock. */
    Clock SYSTEM = new Clock() {
        private final SuspensionDetector suspension = new SuspensionDetector(
                System::nanoTime, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long suspendedNanos() {
            return suspension.suspendedNanos();
        }
    };
}
