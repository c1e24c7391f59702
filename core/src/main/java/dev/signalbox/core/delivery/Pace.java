package dev.signalbox.core.delivery;

import java.time.Duration;

/**
 * When to ask the source again: at once while there is work, at the poll interval when there was none, and more slowly
 * the longer that lasts. A wake-up resets it.
 */
public final class Pace {
    /**
     * How polling slows down while idle.
     *
     * @param interval the wait after a fetch that found all there was
     * @param threshold so many empty fetches in a row before the wait grows
     * @param multiplier by which it grows with each further one
     * @param max the longest wait
     */
    public record Settings(Duration interval, int threshold, double multiplier, Duration max) {
        public Settings {
            if (interval.isNegative()
                    || interval.isZero()
                    || threshold < 0
                    || multiplier < 1
                    || max.compareTo(interval) < 0) {
                throw new IllegalArgumentException(
                        "polling needs interval > 0, threshold >= 0, multiplier >= 1, max >= interval");
            }
        }

        /** Always the same interval. */
        public static Settings every(Duration interval) {
            return new Settings(interval, 0, 1, interval);
        }
    }

    private static final long FIRST_RETRY = Duration.ofMillis(250).toNanos();
    private static final long LAST_RETRY = Duration.ofSeconds(4).toNanos();

    private final Settings settings;
    private long dueAt = Long.MIN_VALUE;
    /** A source that just failed is not asked sooner, whatever the hurry. */
    private long notBefore = Long.MIN_VALUE;

    private int empties;
    private int failures;

    Pace(Settings settings) {
        this.settings = settings;
    }

    boolean isDue(long now) {
        return now >= dueAt();
    }

    long dueAt() {
        return Math.max(dueAt, notBefore);
    }

    /** Ask again at once, and forget how long it was idle. */
    void hurry() {
        dueAt = Long.MIN_VALUE;
        empties = 0;
    }

    void fetched(int messages, boolean more, long now) {
        failures = 0;
        notBefore = Long.MIN_VALUE;
        if (more) {
            hurry();
            return;
        }
        empties = messages > 0 ? 0 : empties + 1;
        dueAt = now + idleWait();
    }

    private long idleWait() {
        int slower = Math.max(0, empties - settings.threshold());
        double wait = settings.interval().toNanos() * Math.pow(settings.multiplier(), slower);
        return (long) Math.min(wait, (double) settings.max().toNanos());
    }

    void failed(long now) {
        notBefore = now + Math.min(FIRST_RETRY << Math.min(failures, 8), LAST_RETRY);
        dueAt = notBefore;
        failures++;
    }
}
