package dev.signalbox.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The database server of a benchmark: a private one that was started for it, or one that {@code --url} names. A session of
 * its own creates and fills tables, and reads the server's counters without being counted.
 */
public abstract class BenchServer implements AutoCloseable {
    /** The schema of all tables of the benchmarks. It is dropped. */
    public static final String SCHEMA = "signalbox_bench";

    /** The most pooled connections of a node. */
    static final int POOL_SIZE = 6;

    private final OpenResources resources;
    private final Set<BenchTable> created = new HashSet<>();
    private @Nullable Connection control;

    /** @param resources of a private server; empty for another one */
    BenchServer(OpenResources resources) {
        this.resources = resources;
    }

    /** Connects and creates an empty schema. */
    public final void open() throws SQLException {
        control = connectControl();
        dropSchema();
        prepare();
    }

    abstract Connection connectControl() throws SQLException;

    abstract void dropSchema() throws SQLException;

    /** Creates the schema, and finds out what this user may do. */
    abstract void prepare() throws SQLException;

    public abstract Connection connect(String purpose) throws SQLException;

    /** A session whose statements are not counted, if the server allows that. */
    public Connection connectUncounted(String purpose) throws SQLException {
        return connect(purpose);
    }

    /** Connects a node that delivers from this table. */
    public abstract NodeDatabase connectNode(String node, BenchTable table) throws SQLException, CoordinationException;

    /** The settings that determine the server's durability and speed, and what it counts. */
    public abstract Map<String, String> settings() throws SQLException;

    /** Refills the table and waits until the server is idle. */
    public final void rebuild(BenchTable table, int rows) throws SQLException {
        if (created.add(table)) {
            table.create(control());
        }
        table.refill(control(), rows);
        flush(table);
    }

    /** Updates the statistics of the table and writes its pages to disk. */
    abstract void flush(BenchTable table) throws SQLException;

    public final long remaining(BenchTable table) throws SQLException {
        return table.remaining(control());
    }

    /** The current counters of the server and of this JVM; statements only if the server counts them. */
    public abstract Map<Metric, Double> counters() throws SQLException;

    /** Whether {@link #counters} excludes the statements of sessions that write messages. */
    public abstract boolean leavesOutWriters();

    /** Removes the schema of the benchmarks, and ends a private server. */
    @Override
    public final void close() throws SQLException, IOException {
        try (resources;
                Connection open = control) {
            if (open != null) {
                dropSchema();
            }
        }
    }

    final Connection control() {
        return Objects.requireNonNull(control);
    }

    final void execute(String sql) throws SQLException {
        BenchTable.execute(control(), sql);
    }

    /** Whether the user may do this; the report says so. */
    final boolean succeeds(String... statements) {
        try {
            for (String sql : statements) {
                execute(sql);
            }
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** The first two columns of a query. */
    final Map<String, String> read(String query) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        try (Statement statement = control().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getString(2));
            }
        }
        return values;
    }

    /** The CPU time of this JVM. */
    static double cpuMicros() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e3;
    }
}
