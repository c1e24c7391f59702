package dev.signalbox.core.time;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Notices when a monotonic clock stood still: then the wall clock has gone further than it since the last reading. Most
 * operating systems stop their monotonic clock while the machine is suspended.
 */
final class SuspensionDetector {
    /** Less than the margin of a lease, and more than a wall clock is adjusted by at once. */
    private static final long SHORTEST = Duration.ofMillis(100).toNanos();

    /** The two clocks are not compared if reading them took longer. */
    private static final long EXACT = Duration.ofMillis(10).toNanos();

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private long difference;
    private long suspended;

    /** @param wall the wall clock, in nanoseconds */
    SuspensionDetector(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.difference = wall.getAsLong() - monotonic.getAsLong();
    }

    /** See {@link Clock#suspendedNanos}. */
    synchronized long suspendedNanos() {
        long before = monotonic.getAsLong();
        long now = wall.getAsLong() - before;
        if (monotonic.getAsLong() - before <= EXACT) {
            long jump = now - difference;
            suspended += jump > SHORTEST ? jump : 0;
            difference = now;
        }
        return suspended;
    }
}
