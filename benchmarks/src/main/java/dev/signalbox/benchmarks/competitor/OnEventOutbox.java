package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.EventOutboxTable;
import dev.signalbox.benchmarks.database.Seat;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.List;
import java.util.Optional;

/** The event outbox producer's table, each event noted before and after it is published. */
record OnEventOutbox(Competitor rival, double bar) implements Contestant {
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
        return EventOutboxTable.INSTANCE;
    }

    @Override
    public List<ClaimSource> sources(Seat seat, int publishers) {
        EventOutboxTable table = EventOutboxTable.INSTANCE;
        return List.of(seat.outbox(
                OutboxLayouts.EVENT_OUTBOX
                        .layout(table.tableName())
                        .noting(new ProcessedEvents(table.notes(), ProcessedEvents.Guarantee.AT_LEAST_ONCE)),
                OutboxSettings.DEFAULTS.with(ClaimMode.OWN)));
    }

    @Override
    public Competitor rival(Destination destination) {
        return rival;
    }

    @Override
    public Optional<Bar> drainBar(Destination destination) {
        return destination == Destination.RABBITMQ ? Optional.of(Bar.atLeast(bar)) : Optional.empty();
    }
}
