package dev.signalbox.core.publisher;

import dev.signalbox.core.time.Clock;
import java.util.List;

/** Counts the events of all topics that use it, together, and says so in the log now and then. */
public final class GlobalStatisticsPublisher implements EventPublisher {
    public static final String NAME = "GlobalStatisticsPublisher";

    private final Tally tally;

    public GlobalStatisticsPublisher(Clock clock) {
        this(clock, System.getLogger(GlobalStatisticsPublisher.class.getName()));
    }

    GlobalStatisticsPublisher(Clock clock, System.Logger log) {
        this.tally = new Tally("all topics", clock, log);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void publishBatch(List<PublishedEvent> events) {
        tally.count(events);
    }

    public Statistics snapshot() {
        return tally.snapshot();
    }

    @Override
    public void close() {
        tally.sayLast();
    }
}
