package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.sql.SQLException;

/** Whoever empties a table into a destination. */
public interface Competitor {
    /** As it stands in reports. */
    String name();

    BenchTable table();

    /** Connects and gets ready; nothing is delivered before {@link Running#start()}. */
    Running prepare(BenchServer server, Sink sink, Progress progress) throws SQLException, CoordinationException;

    /** One that is ready to go, or going. */
    interface Running extends AutoCloseable {
        void start();

        /** Stops in good order and gives up its connections. */
        @Override
        void close() throws SQLException;
    }
}
