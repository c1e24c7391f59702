package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.workload.BrokerClient;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.sql.SQLException;
import java.util.List;

/** A program that delivers the messages of a table to a destination. */
public interface Competitor {
    /** The name in reports. */
    String name();

    BenchTable table();

    /** The order in which it delivers a table that does not change. */
    default DeliveryOrder order() {
        return DeliveryOrder.WITHIN_GROUPS;
    }

    /** Which client it uses for the destination. */
    default BrokerClient client() {
        return BrokerClient.SIGNALBOX;
    }

    /** The number of publishers: each delivers all messages to its own destination. */
    default int publishers() {
        return 1;
    }

    /**
     * Connects and prepares; delivery begins with {@link Running#start()}.
     *
     * @param sinks one for each publisher
     */
    Running prepare(BenchServer server, List<Sink> sinks, Progress progress)
            throws SQLException, CoordinationException, InterruptedException;

    /** A competitor that is prepared or running. */
    interface Running extends AutoCloseable {
        void start();

        /** Stops gracefully and closes its connections. */
        @Override
        void close() throws SQLException;
    }
}
