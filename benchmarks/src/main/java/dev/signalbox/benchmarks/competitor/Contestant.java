package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
import java.util.List;
import java.util.Optional;

/** One configuration of Signalbox: the table, how its nodes share it, and the source that reads it. */
public interface Contestant {
    /** Its name on the command line. */
    String key();

    /** The name in reports. */
    String name();

    BenchTable table();

    /** The order in which it delivers a table that does not change. */
    default DeliveryOrder order() {
        return DeliveryOrder.WITHIN_GROUPS;
    }

    /**
     * The sources of its publishers: a single one reads all shards; of several, each reads the shard of its number, from 0.
     */
    List<ClaimSource> sources(NodeDatabase nodeDatabase, int publishers);

    /** The competitor that it is measured against. */
    Competitor rival(Destination destination);

    /** The minimum share of the rival's rate when it drains the table. */
    Optional<Threshold> drainBar(Destination destination);
}
