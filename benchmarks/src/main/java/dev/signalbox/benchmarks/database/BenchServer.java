package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** The server that everybody runs on: a private one, started for this, or one that was named. */
public interface BenchServer extends AutoCloseable {
    /** All tables of the benchmarks are in a schema that nobody else has, for it is dropped. */
    String SCHEMA = "signalbox_bench";

    /** How many pooled connections a node has at most. */
    int POOL_SIZE = 6;

    /** A plain session, as anybody would open it. */
    Connection connect(String purpose) throws SQLException;

    /** One whose statements are not counted, where the server allows that. */
    Connection connectUncounted(String purpose) throws SQLException;

    /** Connects and makes an empty schema. */
    Operator operator(Clock clock) throws SQLException;

    /** Connects a node that is to work this table. */
    Seat seat(String node, BenchTable table) throws SQLException, CoordinationException;

    @Override
    void close() throws IOException;
}
