package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** The database server of a benchmark: a private one that was started for it, or one that {@code --url} names. */
public interface BenchServer extends AutoCloseable {
    /** The schema of all tables of the benchmarks. It is dropped. */
    String SCHEMA = "signalbox_bench";

    /** The most pooled connections of a node. */
    int POOL_SIZE = 6;

    Connection connect(String purpose) throws SQLException;

    /** A session whose statements are not counted, if the server allows that. */
    Connection connectUncounted(String purpose) throws SQLException;

    /** Connects and creates an empty schema. */
    DatabaseControlSession controlSession(Clock clock) throws SQLException;

    /** Connects a node that delivers from this table. */
    NodeDatabase connectNode(String node, BenchTable table) throws SQLException, CoordinationException;

    @Override
    void close() throws IOException;
}
