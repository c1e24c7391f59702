package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.Ending;
import dev.signalbox.demo.News;
import java.sql.SQLException;
import java.time.Duration;

/** Compares both sides four times a second; less often when that takes long, for their tables grow. */
final class OrdersWatch implements Runnable {
    private static final long EVERY = Duration.ofMillis(250).toNanos();
    private static final int REST = 20;

    private final BothSides sides;
    private final Ending ending;
    private final News news;
    private final Clock clock;
    private volatile Standing latest = Standing.NOTHING;
    private volatile long agreedAt;

    OrdersWatch(BothSides sides, Ending ending, News news, Clock clock) {
        this.sides = sides;
        this.ending = ending;
        this.news = news;
        this.clock = clock;
        this.agreedAt = clock.nanos();
    }

    Standing latest() {
        return latest;
    }

    Duration sinceAgreed() {
        return Duration.ofNanos(clock.nanos() - agreedAt);
    }

    @Override
    public void run() {
        try {
            long began;
            do {
                began = clock.nanos();
                look();
            } while (ending.waitUntil(Math.max(began + EVERY, clock.nanos() + REST * (clock.nanos() - began))));
        } catch (SQLException e) {
            news.add(News.Tone.BAD, "the orders cannot be compared any more: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Compares right now. */
    Standing look() throws SQLException {
        Standing now = sides.look();
        if (now.agree()) {
            agreedAt = clock.nanos();
        }
        latest = now;
        return now;
    }
}
