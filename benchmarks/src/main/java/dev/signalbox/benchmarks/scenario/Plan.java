package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.workload.Destination;
import java.time.Duration;
import java.util.List;

/**
 * What is to be measured, and how much of it.
 *
 * @param rawToo whether the raw loops are compared with each other as well, where there are several
 * @param warmUp pairs of drains that do not count
 * @param pairs so many count
 */
public record Plan(
        Database database,
        List<Contestant> contestants,
        boolean rawToo,
        List<Destination> destinations,
        int warmUp,
        int pairs,
        Rows rows,
        Times times,
        EngineSettings engine) {

    /**
     * How many rows wait.
     *
     * @param backlog a long backlog
     * @param first a short one, and how many deliveries are timed of either
     */
    public record Rows(int inProcess, int http, int backlog, int first) {
        /** A log has so many times as many, for it is read faster. */
        public static final double LOG_SHARE = 2.5;
    }

    /**
     * How long to look.
     *
     * @param settle until an idle relay has slowed down
     */
    public record Times(Duration warmUp, Duration steady, Duration settle, Duration idle) {}

    public Plan {
        contestants = List.copyOf(contestants);
        destinations = List.copyOf(destinations);
    }

    /** Where a steady rate goes. HTTP is left out: an API's own time says nothing about a relay's. */
    List<Destination> steadyDestinations() {
        List<Destination> chosen = destinations.stream()
                .filter(destination -> destination != Destination.HTTP)
                .toList();
        return chosen.isEmpty() ? List.of(Destination.IN_PROCESS) : chosen;
    }

    int rowsFor(Contestant contestant, Destination destination) {
        int table = rowsFor(destination);
        return contestant.table().isLog() ? Math.toIntExact(Math.round(table * Rows.LOG_SHARE)) : table;
    }

    int rowsFor(Destination destination) {
        return switch (destination) {
            case IN_PROCESS, KAFKA, RABBITMQ -> rows.inProcess();
            case HTTP -> rows.http();
        };
    }
}
