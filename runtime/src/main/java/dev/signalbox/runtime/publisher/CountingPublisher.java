package dev.signalbox.runtime.publisher;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishedEvent;
import dev.signalbox.core.time.Clock;
import java.util.List;

/** Counts events, and logs the counts now and then. */
abstract sealed class CountingPublisher implements EventPublisher
        permits StatisticsPublisher, GlobalStatisticsPublisher {
    private final String name;
    private final EventCounter counter;

    CountingPublisher(String name, String subject, Clock clock, System.Logger log) {
        this.name = name;
        this.counter = new EventCounter(subject, clock, log);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void publishBatch(List<PublishedEvent> events) {
        counter.count(events);
    }

    public PublisherStatistics snapshot() {
        return counter.snapshot();
    }

    @Override
    public void close() {
        counter.sayLast();
    }
}
