package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.Optional;

/** The event outbox producer's table; processed events are recorded before and after each event is published. */
record EventOutboxConfiguration(Competitor baseline, double bar) implements BenchConfiguration {
    @Override
    public String key() {
        return "event-outbox";
    }

    @Override
    public String name() {
        return "event outbox";
    }

    @Override
    public BenchTable table() {
        return BenchTable.EVENT_OUTBOX;
    }

    @Override
    public ClaimSource source(NodeDatabase nodeDatabase) {
        BenchTable table = BenchTable.EVENT_OUTBOX;
        return nodeDatabase
                .outbox()
                .apply(
                        OutboxLayouts.EVENT_OUTBOX
                                .layout(table.tableName())
                                .noting(new ProcessedEvents(
                                        BenchTable.PROCESSED_EVENTS, ProcessedEvents.Guarantee.AT_LEAST_ONCE)),
                        OutboxSettings.DEFAULTS.with(ClaimMode.OWN));
    }

    @Override
    public Competitor baseline(Destination destination) {
        return baseline;
    }

    @Override
    public Optional<Threshold> drainBar(Destination destination) {
        return destination == Destination.RABBITMQ ? Optional.of(Threshold.atLeast(bar)) : Optional.empty();
    }
}
