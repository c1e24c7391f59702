package dev.signalbox.testkit.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/** Virtual time: events happen one after the other, in an order that depends on the seed alone. */
final class VirtualTime {
    private record ScheduledEvent(long at, long number, Runnable what) {}

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<ScheduledEvent> scheduledEvents =
            new PriorityQueue<>(Comparator.comparingLong(ScheduledEvent::at).thenComparingLong(ScheduledEvent::number));
    final RandomGenerator random;
    private final @Nullable Consumer<String> trace;
    private long now;
    private long nextNumber;

    /** @param trace gets a line for each event, or null */
    VirtualTime(long seed, @Nullable Consumer<String> trace) {
        this.trace = trace;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    long now() {
        return now;
    }

    /** The time of the database's clock. */
    Instant databaseTime() {
        return EPOCH.plusNanos(now / 1000 * 1000);
    }

    void trace(Supplier<String> what) {
        if (trace != null) {
            trace.accept("%9.4f %s".formatted(now / 1e9, what.get()));
        }
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** A duration between the two, in nanoseconds. */
    long between(Duration least, Duration most) {
        return random.nextLong(least.toNanos(), Math.max(least.toNanos() + 1, most.toNanos()));
    }

    void in(long delay, Runnable what) {
        scheduledEvents.add(new ScheduledEvent(now + Math.max(0, delay), nextNumber++, what));
    }

    void at(long time, Runnable what) {
        in(time - now, what);
    }

    /** Runs all events until that time. */
    void runUntil(long end) {
        for (ScheduledEvent scheduledEvent = scheduledEvents.peek();
                scheduledEvent != null && scheduledEvent.at() <= end;
                scheduledEvent = scheduledEvents.peek()) {
            scheduledEvents.remove();
            now = scheduledEvent.at();
            scheduledEvent.what().run();
        }
        now = Math.max(now, end);
    }
}
