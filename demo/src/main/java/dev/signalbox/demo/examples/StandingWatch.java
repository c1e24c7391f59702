package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.embedded.process.StopSignal;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Compares both ends of an example four times a second; less often when that takes long, for their tables grow.
 *
 * @param <S> what is found
 */
public final class StandingWatch<S extends Standing> implements Runnable {
    private static final long EVERY = Duration.ofMillis(250).toNanos();
    private static final int REST = 20;

    private final String what;
    private final Comparison<S> comparison;
    private final Place place;
    private final Clock clock;
    private volatile S latest;
    private volatile long agreedAt;

    /** Looks at both ends. */
    @FunctionalInterface
    public interface Comparison<S> {
        S look() throws SQLException;
    }

    /**
     * @param what is compared, such as "the orders"
     * @param nothing what is known before the first look
     */
    public StandingWatch(String what, Comparison<S> comparison, S nothing, Place place) {
        this.what = what;
        this.comparison = comparison;
        this.latest = nothing;
        this.place = place;
        this.clock = place.clock();
        this.agreedAt = clock.nanos();
    }

    public S latest() {
        return latest;
    }

    public Duration sinceAgreed() {
        return Duration.ofNanos(clock.nanos() - agreedAt);
    }

    @Override
    public void run() {
        StopSignal ending = place.ending();
        try {
            long began;
            do {
                began = clock.nanos();
                look();
            } while (ending.waitUntil(Math.max(began + EVERY, clock.nanos() + REST * (clock.nanos() - began))));
        } catch (SQLException e) {
            place.news().add(News.Tone.BAD, what + " cannot be compared any more: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Compares right now. */
    public S look() throws SQLException {
        S now = comparison.look();
        if (now.agree()) {
            agreedAt = clock.nanos();
        }
        latest = now;
        return now;
    }
}
