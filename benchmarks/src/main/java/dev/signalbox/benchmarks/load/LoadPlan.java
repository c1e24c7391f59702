package dev.signalbox.benchmarks.load;

import java.time.Duration;

/** Orders at a constant rate a second, fixed before the first request (an open model): slow answers do not change it. */
record LoadPlan(double rate, Duration warmUp, Duration duration) {
    /** The number of orders. */
    long size() {
        return Math.round(rate * warmUp.plus(duration).toMillis() / 1e3);
    }

    /** Nanoseconds from the beginning until an order is due. */
    long due(int order) {
        return (long) (order * 1e9 / rate);
    }

    /** Whether the latencies of an order count. */
    boolean counts(int order) {
        return due(order) >= warmUp.toNanos();
    }

    /** Whether orders of this second since the beginning count. */
    boolean isSteady(double second) {
        return second >= warmUp.toSeconds() && second <= warmUp.plus(duration).toSeconds();
    }
}
