package dev.signalbox.core.publisher;

import dev.signalbox.core.time.Clock;
import java.util.List;

/** Counts the events of one topic, and logs the counts now and then. */
public final class StatisticsPublisher implements EventPublisher {
    public static final String NAME = "StatisticsPublisher";

    private final EventCounter eventCounter;

    public StatisticsPublisher(String topic, Clock clock) {
        this(topic, clock, System.getLogger(StatisticsPublisher.class.getName()));
    }

    StatisticsPublisher(String topic, Clock clock, System.Logger log) {
        this.eventCounter = new EventCounter(topic, clock, log);
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
