package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimSource;
import java.util.Optional;

/** One configuration of Signalbox: the table, how its nodes share it, and the source that reads it. */
public interface BenchConfiguration {
    /** Its name on the command line. */
    String key();

    /** The name in reports. */
    String name();

    BenchTable table();

    /** Whether no message overtakes another one in a table that does not change, or only none of its group. */
    default boolean keepsGlobalOrder() {
        return false;
    }

    /** What its relay claims messages from. */
    ClaimSource source(NodeDatabase nodeDatabase);

    /** The competitor that it is measured against. */
    Competitor baseline(Destination destination);

    /** The minimum share of the baseline's rate when it drains the table. */
    Optional<Threshold> drainBar(Destination destination);
}
