package dev.signalbox.runtime.publisher;

import dev.signalbox.core.time.Clock;

/** Counts the events of one topic, and logs the counts now and then. */
public final class StatisticsPublisher extends CountingPublisher {
    public static final String NAME = "StatisticsPublisher";

    public StatisticsPublisher(String topic, Clock clock) {
        this(topic, clock, System.getLogger(StatisticsPublisher.class.getName()));
    }

    StatisticsPublisher(String topic, Clock clock, System.Logger log) {
        super(NAME, topic, clock, log);
    }
}
