package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Schedule;
import java.time.Duration;
import java.util.List;

/**
 * What was asked for.
 *
 * @param advanced how many of a hundred orders get further
 * @param timeout for an answer
 * @param interval how often it is looked at
 * @param patience how long events and sums are waited for when none arrive any more
 */
record Wishes(
        LoadScenario scenario,
        Schedule schedule,
        int advanced,
        int mostInFlight,
        Duration timeout,
        Duration interval,
        Duration patience,
        List<Threshold> thresholds) {
    Wishes {
        thresholds = List.copyOf(thresholds);
    }
}
