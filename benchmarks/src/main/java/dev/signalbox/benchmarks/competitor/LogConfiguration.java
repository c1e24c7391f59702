package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.source.ClaimSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An event log, followed by publishers of one topic.
 *
 * @param quickest the loop that follows it with the fewest writes
 * @param usual the loop that users have today; it is the baseline over HTTP, where posting takes most of the time
 * @param bars in the order of positions, requests follow each other as the raw loop's do: over HTTP only events that are
 *     ordered by group can be much faster
 */
record LogConfiguration(LogOrdering ordering, Competitor quickest, Competitor usual, Map<Destination, Double> bars)
        implements BenchConfiguration {
    LogConfiguration {
        bars = Map.copyOf(bars);
    }

    @Override
    public String key() {
        return ordering == LogOrdering.GLOBAL ? "log" : "log-" + word();
    }

    @Override
    public String name() {
        return "log, " + word() + " order";
    }

    private String word() {
        return ordering.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public BenchTable table() {
        return BenchTable.EVENT_LOG;
    }

    @Override
    public boolean keepsGlobalOrder() {
        return ordering == LogOrdering.GLOBAL;
    }

    @Override
    public ClaimSource source(NodeDatabase nodeDatabase) {
        return nodeDatabase.log().apply(ordering);
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
