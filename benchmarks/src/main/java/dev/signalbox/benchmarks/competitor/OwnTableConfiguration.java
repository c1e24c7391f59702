package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimSource;
import java.util.Map;
import java.util.Optional;

/**
 * Signalbox's own table, whose rows are deleted after delivery.
 *
 * @param quickest the loop that drains this table with the fewest writes
 * @param usual the loop that users have today; it is the baseline over HTTP, where posting takes most of the time
 */
record OwnTableConfiguration(BenchTable table, Competitor quickest, Competitor usual, Map<Destination, Double> bars)
        implements BenchConfiguration {
    OwnTableConfiguration {
        bars = Map.copyOf(bars);
    }

    @Override
    public String key() {
        return "table";
    }

    @Override
    public String name() {
        return "own table";
    }

    @Override
    public ClaimSource source(NodeDatabase nodeDatabase) {
        return nodeDatabase.ownTable().apply(table.tableName(), OutboxSettings.DEFAULTS);
    }

    @Override
    public Competitor baseline(Destination destination) {
        return switch (destination) {
            case IN_PROCESS, KAFKA, RABBITMQ -> quickest;
            case HTTP -> usual;
        };
    }

    @Override
    public Optional<Threshold> drainBar(Destination destination) {
        return Optional.ofNullable(bars.get(destination)).map(Threshold::atLeast);
    }
}
