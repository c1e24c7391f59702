package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.workload.BrokerClient;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.sql.SQLException;
import java.util.List;

/** Whoever empties a table into a destination. */
public interface Competitor {
    /** As it stands in reports. */
    String name();

    BenchTable table();

    /** The order in which it delivers what nobody adds to. */
    default DeliveryOrder order() {
        return DeliveryOrder.WITHIN_GROUPS;
    }

    /** How it speaks to the destination. */
    default BrokerClient client() {
        return BrokerClient.SIGNALBOX;
    }

    /** How many publishers it has: each delivers everything, to a destination of its own. */
    default int publishers() {
        return 1;
    }

    /**
     * Connects and gets ready; nothing is delivered before {@link Running#start()}.
     *
     * @param sinks one for each publisher
     */
    Running prepare(BenchServer server, List<Sink> sinks, Progress progress)
            throws SQLException, CoordinationException, InterruptedException;

    /** One that is ready to go, or going. */
    interface Running extends AutoCloseable {
        void start();

        /** Stops in good order and gives up its connections. */
        @Override
        void close() throws SQLException;
    }
}
