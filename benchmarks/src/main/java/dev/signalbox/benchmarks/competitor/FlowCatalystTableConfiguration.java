package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.Locale;
import java.util.Optional;

/** FlowCatalyst's table, in claim mode {@code mark} or {@code own}. */
record FlowCatalystTableConfiguration(BenchTable table, ClaimMode claimMode, double bar, Competitor baseline)
        implements BenchConfiguration {
    @Override
    public String key() {
        return claimMode.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String name() {
        return key() + " on seed table";
    }

    @Override
    public ClaimSource source(NodeDatabase nodeDatabase) {
        return nodeDatabase
                .outbox()
                .apply(OutboxLayouts.FLOWCATALYST.layout(table.tableName()), OutboxSettings.DEFAULTS.with(claimMode));
    }

    @Override
    public Competitor baseline(Destination destination) {
        return baseline;
    }

    @Override
    public Optional<Threshold> drainBar(Destination destination) {
        return switch (destination) {
            case IN_PROCESS -> Optional.of(Threshold.atLeast(bar));
            case HTTP, KAFKA, RABBITMQ -> Optional.empty();
        };
    }
}
