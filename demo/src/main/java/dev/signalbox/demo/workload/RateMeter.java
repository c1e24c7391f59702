package dev.signalbox.demo.workload;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Turns a growing count into a rate over the last two seconds. */
public final class RateMeter {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Deque<Sample> window = new ArrayDeque<>();

    private record Sample(long at, long count) {}

    /** Adds the current count; returns the rate per second. */
    public double sample(long count) {
        long now = Clock.SYSTEM.nanos();
        window.addLast(new Sample(now, count));
        while (window.size() > 2 && now - window.getFirst().at() > 2 * SECOND) {
            window.removeFirst();
        }
        Sample first = window.getFirst();
        return now == first.at() ? 0 : (double) (count - first.count()) * SECOND / (now - first.at());
    }
}
