package dev.signalbox.eventstore;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a command that lost a race is tried, and how long to wait in between.
 *
 * @param attempts tries in all, the first one included
 * @param first the longest wait after the first one; it doubles with each further try
 * @param longest the longest wait of all
 */
public record Retry(int attempts, Duration first, Duration longest) {
    private static final int MOST_ATTEMPTS = 100;
    private static final int MOST_DOUBLINGS = 20;

    public Retry {
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("Between 1 and " + MOST_ATTEMPTS + " attempts, not " + attempts);
        }
        if (first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("No waits: from " + first + " to " + longest);
        }
    }

    /** One try: the caller learns of a lost race at once. */
    public static Retry never() {
        return attempts(1);
    }

    /** So many tries, with waits of up to 10 ms at first and 500 ms in the end. */
    public static Retry attempts(int attempts) {
        return new Retry(attempts, Duration.ofMillis(10), Duration.ofMillis(500));
    }

    /** A wait by chance, so that those who lost against each other do not meet again. */
    Duration waitAfter(int attempt, RandomGenerator random) {
        long doubled = first.toNanos() << Math.min(attempt - 1, MOST_DOUBLINGS);
        long most = Math.min(doubled, longest.toNanos());
        return Duration.ofNanos(random.nextLong(most + 1));
    }
}
