package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.OwnTable;
import dev.signalbox.benchmarks.database.Seat;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.util.Optional;

/** The table of our own, whose rows are deleted when they are delivered. */
record OnOwnTable() implements Contestant {
    @Override
    public String key() {
        return "table";
    }

    @Override
    public String name() {
        return "own table";
    }

    @Override
    public BenchTable table() {
        return OwnTable.INSTANCE;
    }

    @Override
    public ClaimSource source(Seat seat) {
        return seat.ownTable(table().tableName(), OutboxSettings.DEFAULTS);
    }

    /** Posting takes the time, so there it is measured against the loop that users have today. */
    @Override
    public Competitor rival(Destination destination) {
        return switch (destination) {
            case IN_PROCESS -> new DeleteReturning(table(), "delete-by-shard.sql");
            case HTTP -> new ClaimAndComplete();
        };
    }

    @Override
    public Optional<Bar> drainBar(Destination destination) {
        return switch (destination) {
            case IN_PROCESS -> Optional.of(Bar.atLeast(0.6));
            case HTTP -> Optional.of(Bar.atLeast(2));
        };
    }
}
