package dev.signalbox.runtime.publisher;

import dev.signalbox.core.publisher.PublishedEvent;
import dev.signalbox.core.time.Clock;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts events, and logs the counts every ten seconds if events came. */
final class EventCounter {
    static final int MOST_TYPES = 100;
    static final int LONGEST_TYPE = 200;

    private final String what;
    private final Clock clock;
    private final System.Logger log;
    private final Map<String, Long> byType = new HashMap<>();
    private final RecentRate rate;
    private long events;
    private long batches;
    private long otherTypes;
    private long firstPosition;
    private long lastPosition;
    private long saidEvents;
    private long saidAt;

    EventCounter(String what, Clock clock, System.Logger log) {
        this.what = what;
        this.clock = clock;
        this.log = log;
        this.rate = new RecentRate(clock.nanos());
    }

    void count(List<PublishedEvent> batch) {
        long now = clock.nanos();
        String line;
        synchronized (this) {
            rate.advance(now, events);
            batches++;
            batch.forEach(this::count);
            boolean due = saidEvents == 0 || now - saidAt >= RecentRate.WINDOW;
            line = due ? newLine(now) : null;
        }
        say(line);
    }

    private void count(PublishedEvent event) {
        firstPosition = events == 0 ? event.position() : Math.min(firstPosition, event.position());
        lastPosition = events == 0 ? event.position() : Math.max(lastPosition, event.position());
        events++;
        String type = event.type();
        if (byType.containsKey(type) || (byType.size() < MOST_TYPES && type.length() <= LONGEST_TYPE)) {
            byType.merge(type, 1L, Long::sum);
        } else {
            otherTypes++;
        }
    }

    /** Logs the counts that were not logged yet, because no further event may come. */
    void sayLast() {
        long now = clock.nanos();
        String line;
        synchronized (this) {
            line = newLine(now);
        }
        say(line);
    }

    private @Nullable String newLine(long now) {
        if (events == saidEvents) {
            return null;
        }
        saidEvents = events;
        saidAt = now;
        return String.format(
                Locale.ROOT,
                "%s: %d events in %d batches, positions %d to %d, %.1f per second",
                what,
                events,
                batches,
                firstPosition,
                lastPosition,
                rate.perSecond(now, events));
    }

    private void say(@Nullable String line) {
        if (line != null) {
            log.log(Level.INFO, line);
        }
    }

    synchronized PublisherStatistics snapshot() {
        long now = clock.nanos();
        rate.advance(now, events);
        return new PublisherStatistics(
                events, batches, byType, otherTypes, firstPosition, lastPosition, rate.perSecond(now, events));
    }
}
