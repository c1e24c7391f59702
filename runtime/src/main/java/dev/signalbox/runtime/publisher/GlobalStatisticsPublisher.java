package dev.signalbox.runtime.publisher;

import dev.signalbox.core.time.Clock;

/** Counts the events of all topics that use it, together, and logs the counts now and then. */
public final class GlobalStatisticsPublisher extends CountingPublisher {
    public static final String NAME = "GlobalStatisticsPublisher";

    public GlobalStatisticsPublisher(Clock clock) {
        super(NAME, "all topics", clock, System.getLogger(GlobalStatisticsPublisher.class.getName()));
    }
}
