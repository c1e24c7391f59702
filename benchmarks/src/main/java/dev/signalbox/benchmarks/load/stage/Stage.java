package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.benchmarks.load.verify.Sums;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** What the load goes through, and what can be seen of it. */
public interface Stage extends AutoCloseable {
    /** The order-service. */
    URI service();

    /** Where the events can be read; empty if they cannot. */
    Optional<String> kafka();

    /** Looks at the processes and tables; empty if they are out of sight. */
    Optional<Probe> probe();

    /** The sums of both sides; empty if the consumer's are out of sight. */
    Optional<Sums> sums(OrderLedger ledger, OrderBook orders);

    /** The circumstances, for the report. */
    Map<String, String> facts();

    @Override
    void close() throws IOException;
}
