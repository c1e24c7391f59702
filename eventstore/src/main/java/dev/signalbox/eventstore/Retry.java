package dev.signalbox.eventstore;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a command that lost a race is tried, and how long to wait between tries.
 *
 * @param attempts the number of tries, including the first
 * @param first the longest wait after the first try; it doubles with each further try
 * @param longest the upper limit of the wait
 */
public record Retry(int attempts, Duration first, Duration longest) {
    private static final int MAX_ATTEMPTS = 100;
    private static final int MAX_DOUBLINGS = 20;

    public Retry {
        if (attempts < 1 || attempts > MAX_ATTEMPTS) {
            throw new IllegalArgumentException("Between 1 and " + MAX_ATTEMPTS + " attempts, not " + attempts);
        }
        if (first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("No waits: from " + first + " to " + longest);
        }
    }

    /** One try: a lost race is reported at once. */
    public static Retry never() {
        return attempts(1);
    }

    /** This many tries, with waits of up to 10 ms at first and at most 500 ms. */
    public static Retry attempts(int attempts) {
        return new Retry(attempts, Duration.ofMillis(10), Duration.ofMillis(500));
    }

    /** A random wait, so that commands that conflicted do not meet again. */
    Duration waitAfter(int attempt, RandomGenerator random) {
        long doubled = first.toNanos() << Math.min(attempt - 1, MAX_DOUBLINGS);
        long max = Math.min(doubled, longest.toNanos());
        return Duration.ofNanos(random.nextLong(max + 1));
    }
}
