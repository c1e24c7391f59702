package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
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

    /** What its relay claims messages from. */
    ClaimSource source(NodeDatabase nodeDatabase);

    /** The competitor that it is measured against. */
    Competitor rival(Destination destination);

    /** The minimum share of the rival's rate when it drains the table. */
    Optional<Threshold> drainBar(Destination destination);
}
