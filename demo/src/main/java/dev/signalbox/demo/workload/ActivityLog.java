package dev.signalbox.demo.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The latest events of a run that the view shows: kills, take-overs, outages, dead letters. */
public final class ActivityLog {
    private static final int KEPT = 64;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long count;

    /** @param number counts all events; the first is 1 */
    public record Entry(long number, Instant time, LineHighlight severity, String text) {}

    public void good(String text) {
        add(LineHighlight.GOOD, text);
    }

    public void warning(String text) {
        add(LineHighlight.WARNING, text);
    }

    public void error(String text) {
        add(LineHighlight.ERROR, text);
    }

    private synchronized void add(LineHighlight severity, String text) {
        entries.addLast(new Entry(++count, Instant.now(), severity, text));
        if (entries.size() > KEPT) {
            entries.removeFirst();
        }
    }

    public synchronized List<Entry> entries() {
        return new ArrayList<>(entries);
    }

    public static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
