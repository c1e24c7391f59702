package dev.signalbox.runtime.publisher;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishedEvent;
import dev.signalbox.core.time.Clock;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts the events of one topic, or of all topics together, and logs the counts every ten seconds if events came. */
public final class StatisticsPublisher implements EventPublisher {
    public static final String NAME = "StatisticsPublisher";
    public static final String GLOBAL_NAME = "GlobalStatisticsPublisher";

    private final String name;
    private final String subject;
    private final Clock clock;
    private final System.Logger log;
    private final RecentRate rate;
    private long events;
    private long batches;
    private long firstPosition;
    private long lastPosition;
    private long loggedEvents;
    private long loggedAt;

    StatisticsPublisher(String name, String subject, Clock clock, System.Logger log) {
        this.name = name;
        this.subject = subject;
        this.clock = clock;
        this.log = log;
        this.rate = new RecentRate(clock.nanos());
    }

    StatisticsPublisher(String name, String subject, Clock clock) {
        this(name, subject, clock, System.getLogger(StatisticsPublisher.class.getName()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void publishBatch(List<PublishedEvent> batch) {
        long now = clock.nanos();
        String line;
        synchronized (this) {
            rate.advance(now, events);
            batches++;
            batch.forEach(this::count);
            boolean due = loggedEvents == 0 || now - loggedAt >= RecentRate.WINDOW;
            line = due ? newLine(now) : null;
        }
        log(line);
    }

    private void count(PublishedEvent event) {
        firstPosition = events == 0 ? event.position() : Math.min(firstPosition, event.position());
        lastPosition = events == 0 ? event.position() : Math.max(lastPosition, event.position());
        events++;
    }

    /** Logs the counts that were not logged yet, because no further event may come. */
    @Override
    public void close() {
        String line;
        synchronized (this) {
            line = newLine(clock.nanos());
        }
        log(line);
    }

    private @Nullable String newLine(long now) {
        if (events == loggedEvents) {
            return null;
        }
        loggedEvents = events;
        loggedAt = now;
        return String.format(
                Locale.ROOT,
                "%s: %d events in %d batches, positions %d to %d, %.1f per second",
                subject,
                events,
                batches,
                firstPosition,
                lastPosition,
                rate.perSecond(now, events));
    }

    private void log(@Nullable String line) {
        if (line != null) {
            log.log(Level.INFO, line);
        }
    }
}
