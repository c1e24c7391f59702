package dev.signalbox.demo;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last few events that somebody who watches wants to know of. */
public final class News {
    private static final int KEPT = 64;

    private final InstantSource time;
    private final Deque<Item> items = new ArrayDeque<>();
    private long count;

    public News(InstantSource time) {
        this.time = time;
    }

    /** How it looks. */
    public enum Tone {
        GOOD,
        NOTABLE,
        BAD
    }

    /**
     * One event.
     *
     * @param number counts all events, the first is 1
     */
    public record Item(long number, Instant when, Tone tone, String text) {}

    /** Adds an event. */
    public synchronized void add(Tone tone, String text) {
        items.addLast(new Item(++count, time.instant(), tone, text));
        if (items.size() > KEPT) {
            items.removeFirst();
        }
    }

    /** The newest, at most so many, the oldest of them first. */
    public synchronized List<Item> last(int most) {
        List<Item> all = new ArrayList<>(items);
        return all.subList(Math.max(0, all.size() - most), all.size());
    }
}
