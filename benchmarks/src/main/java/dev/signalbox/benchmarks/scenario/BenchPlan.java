package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.workload.Destination;
import java.time.Duration;
import java.util.List;

/**
 * What to measure, and how much.
 *
 * @param rawToo whether raw loops are also compared with each other
 * @param warmUp pairs of drains that do not count
 */
public record BenchPlan(
        Database database,
        List<Contestant> contestants,
        boolean rawToo,
        List<Destination> destinations,
        int warmUp,
        int pairs,
        Rows rows,
        Times times,
        EngineSettings engine) {
    /** How many times as many rows an event log has, because it is read faster. */
    private static final double LOG_FACTOR = 2.5;

    /**
     * The number of waiting rows.
     *
     * @param backlog of a long backlog
     * @param first of a short one, and how many deliveries are timed of both
     */
    public record Rows(int inProcess, int http, int backlog, int first) {}

    /** @param settle until an idle relay polls at its slowest rate */
    public record Times(Duration warmUp, Duration steady, Duration settle, Duration idle) {}

    public BenchPlan {
        contestants = List.copyOf(contestants);
        destinations = List.copyOf(destinations);
    }

    /** The destinations of a steady rate. HTTP is left out: its latency is mostly that of the API. */
    List<Destination> steadyDestinations() {
        List<Destination> chosen = destinations.stream()
                .filter(destination -> destination != Destination.HTTP)
                .toList();
        return chosen.isEmpty() ? List.of(Destination.IN_PROCESS) : chosen;
    }

    int rowsFor(Contestant contestant, Destination destination) {
        int table = rowsFor(destination);
        return contestant.table().isLog() ? Math.toIntExact(Math.round(table * LOG_FACTOR)) : table;
    }

    int rowsFor(Destination destination) {
        return destination == Destination.HTTP ? rows.http() : rows.inProcess();
    }
}
