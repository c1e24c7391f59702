package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.util.Optional;

/** One way in which Signalbox works a table: the table, how its nodes share it, and the source that reads it. */
public interface Contestant {
    /**
     * What a node has to make its source of.
     *
     * @param identity what the table is called by every node
     */
    record Workplace(PostgresConnections connections, Coordination coordination, String identity) {}

    /** The word that chooses it on the command line. */
    String key();

    /** As it stands in reports. */
    String name();

    BenchTable table();

    ClaimSource source(Workplace place);

    /** What it is measured against. */
    Competitor rival(Destination destination);

    /** The least share of the rival's rate that it is to reach when it empties the table. */
    Optional<Bar> drainBar(Destination destination);
}
