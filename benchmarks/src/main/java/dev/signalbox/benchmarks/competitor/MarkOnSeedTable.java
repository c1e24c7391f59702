package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.ScriptedTable;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.Coordination;
import dev.signalbox.postgres.lease.Coordinators;
import dev.signalbox.postgres.outbox.OutboxSettings;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import java.util.Optional;

/** The seed's table, whose rows are marked while they are held. */
final class MarkOnSeedTable implements Contestant {
    @Override
    public String key() {
        return "mark";
    }

    @Override
    public String name() {
        return "mark on seed table";
    }

    @Override
    public BenchTable table() {
        return ScriptedTable.SEED;
    }

    @Override
    public boolean sharesWork() {
        return true;
    }

    @Override
    public Coordination coordination(PostgresConnections connections, String node) throws CoordinationException {
        return Coordinators.shards(connections, node);
    }

    @Override
    public ClaimSource source(Workplace place) {
        return new PostgresOutbox(
                OutboxLayout.flowcatalyst(table().tableName()),
                place.identity(),
                place.coordination().fence(),
                place.connections()::borrow,
                OutboxSettings.DEFAULTS);
    }

    @Override
    public Competitor rival(Destination destination) {
        return new ClaimAndComplete();
    }

    @Override
    public Optional<Bar> drainBar(Destination destination) {
        return switch (destination) {
            case IN_PROCESS -> Optional.of(Bar.atLeast(0.8));
            case HTTP -> Optional.empty();
        };
    }
}
