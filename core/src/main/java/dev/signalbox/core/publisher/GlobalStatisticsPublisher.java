package dev.signalbox.core.publisher;

import dev.signalbox.core.time.Clock;
import java.util.List;

/** Counts the events of all topics that use it, together, and logs the counts now and then. */
public final class GlobalStatisticsPublisher implements EventPublisher {
    public static final String NAME = "GlobalStatisticsPublisher";

    private final EventCounter eventCounter;

    public GlobalStatisticsPublisher(Clock clock) {
        this(clock, System.getLogger(GlobalStatisticsPublisher.class.getName()));
    }

    GlobalStatisticsPublisher(Clock clock, System.Logger log) {
        this.eventCounter = new EventCounter("all topics", clock, log);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void publishBatch(List<PublishedEvent> events) {
        eventCounter.count(events);
    }

    public PublisherStatistics snapshot() {
        return eventCounter.snapshot();
    }

    @Override
    public void close() {
        eventCounter.sayLast();
    }
}
