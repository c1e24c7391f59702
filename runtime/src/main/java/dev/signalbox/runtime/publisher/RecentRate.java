package dev.signalbox.runtime.publisher;

import java.time.Duration;

/** How fast a counter has grown during the last one to two time windows. */
final class RecentRate {
    static final long WINDOW = Duration.ofSeconds(10).toNanos();
    /** A shorter time says nothing about events per second. */
    private static final long SHORTEST = Duration.ofSeconds(1).toNanos();

    private long fromTime;
    private long fromCount;
    private long markTime;
    private long markCount;

    RecentRate(long now) {
        this.fromTime = now;
        this.markTime = now;
    }

    /** Takes the counter's value before it grows again. */
    void advance(long now, long count) {
        if (now - markTime < WINDOW) {
            return;
        }
        boolean idle = now - markTime >= 2 * WINDOW;
        fromTime = idle ? now - WINDOW : markTime;
        fromCount = idle ? count : markCount;
        markTime = now;
        markCount = count;
    }

    double perSecond(long now, long count) {
        double seconds = Math.max(SHORTEST, now - fromTime) / 1e9;
        return (count - fromCount) / seconds;
    }
}
