package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.sql.SQLException;

/** A program that delivers the messages of a table to a destination. */
public interface Competitor {
    /** The name in reports. */
    String name();

    BenchTable table();

    /** Whether no message overtakes another one in a table that does not change, or only none of its group. */
    default boolean keepsGlobalOrder() {
        return false;
    }

    /** Whether it sends by a broker's client library instead of Signalbox's sink. */
    default boolean usesRawClient() {
        return false;
    }

    /** Connects and prepares; delivery begins with {@link Running#start()}. */
    Running prepare(BenchServer server, Sink sink, Progress progress) throws SQLException, CoordinationException;

    /** A competitor that is prepared or running. */
    interface Running extends AutoCloseable {
        void start();

        /** Stops gracefully and closes its connections. */
        @Override
        void close() throws SQLException;
    }
}
