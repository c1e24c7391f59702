package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.workload.Destination;
import java.time.Duration;
import java.util.List;

/**
 * What to measure, and how much.
 *
 * @param warmUp pairs of drains that do not count
 * @param seconds of a steady rate, and of an idle relay
 * @param settle until an idle relay polls at its slowest rate, and sessions have reported their counters
 */
public record BenchPlan(
        Database database,
        List<BenchConfiguration> configurations,
        List<Destination> destinations,
        int warmUp,
        int pairs,
        int rows,
        Duration seconds,
        Duration steadyWarmUp,
        Duration settle,
        EngineSettings engine) {
    /** With HTTP there are fewer rows, because it is slow; in an event log more, because it is read faster. */
    int rowsFor(BenchConfiguration configuration, Destination destination) {
        int table = destination == Destination.HTTP ? Math.ceilDiv(rows, 4) : rows;
        return configuration.table().isLog() ? table * 5 / 2 : table;
    }
}
