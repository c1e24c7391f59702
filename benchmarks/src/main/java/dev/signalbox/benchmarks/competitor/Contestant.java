package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
import java.util.List;
import java.util.Optional;

/** One way in which Signalbox works a table: the table, how its nodes share it, and the source that reads it. */
public interface Contestant {
    /** The word that chooses it on the command line. */
    String key();

    /** As it stands in reports. */
    String name();

    BenchTable table();

    /** The order in which it delivers what nobody adds to. */
    default DeliveryOrder order() {
        return DeliveryOrder.WITHIN_GROUPS;
    }

    /** What its publishers read: the only one all shards, or each of several the shard of its number, from 0 on. */
    List<ClaimSource> sources(NodeDatabase nodeDatabase, int publishers);

    /** What it is measured against. */
    Competitor rival(Destination destination);

    /** The least share of the rival's rate that it is to reach when it empties the table. */
    Optional<Threshold> drainBar(Destination destination);
}
