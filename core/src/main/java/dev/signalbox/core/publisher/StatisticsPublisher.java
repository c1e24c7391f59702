package dev.signalbox.core.publisher;

import dev.signalbox.core.time.Clock;
import java.util.List;

/** Counts the events of one topic, and says so in the log now and then. */
public final class StatisticsPublisher implements EventPublisher {
    public static final String NAME = "StatisticsPublisher";

    private final Tally tally;

    public StatisticsPublisher(String topic, Clock clock) {
        this(topic, clock, System.getLogger(StatisticsPublisher.class.getName()));
    }

    StatisticsPublisher(String topic, Clock clock, System.Logger log) {
        this.tally = new Tally(topic, clock, log);
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
