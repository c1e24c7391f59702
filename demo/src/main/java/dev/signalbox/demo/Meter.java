package dev.signalbox.demo;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Turns a growing count into rates. */
public final class Meter {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int HISTORY = 120;

    private final Deque<Sample> window = new ArrayDeque<>();
    private final Deque<Long> history = new ArrayDeque<>();
    private long secondBegan;
    private long countThen;

    private record Sample(long at, long count) {}

    public Meter(long now) {
        this.secondBegan = now;
        window.add(new Sample(now, 0));
    }

    /** The count at a time. */
    public void sample(long now, long count) {
        window.addLast(new Sample(now, count));
        while (window.size() > 2 && now - window.getFirst().at() > 2 * SECOND) {
            window.removeFirst();
        }
        if (now - secondBegan >= SECOND) {
            history.addLast(count - countThen);
            countThen = count;
            secondBegan = Math.max(secondBegan + SECOND, now - SECOND);
            if (history.size() > HISTORY) {
                history.removeFirst();
            }
        }
    }

    /** Over the last two seconds. */
    public double perSecond() {
        Sample first = window.getFirst();
        Sample last = window.getLast();
        return last.at() == first.at()
                ? 0
                : (double) (last.count() - first.count()) * SECOND / (last.at() - first.at());
    }

    /** Of the last seconds, the newest last. */
    public List<Long> history() {
        return new ArrayList<>(history);
    }
}
