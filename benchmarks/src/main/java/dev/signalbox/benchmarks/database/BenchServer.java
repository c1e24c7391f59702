package dev.signalbox.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
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

    static final int POOL_SIZE = 6;

    private final Set<BenchTable> created = new HashSet<>();
    private @Nullable Connection control;

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

    public abstract Connection connect() throws SQLException;

    /** Uses the drivers' defaults. */
    static Connection connect(String url, String username, String password) throws SQLException {
        DriverManager.setLoginTimeout(10);
        return DriverManager.getConnection(url, username, password);
    }

    public abstract NodeDatabase connectNode(BenchTable table) throws SQLException, CoordinationException;

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

    /** The current counters of the server; statements only if the server counts them. */
    abstract Map<Metric, Double> serverCounters() throws SQLException;

    /** The current counters of the server, and the CPU time of this JVM. */
    public final Map<Metric, Double> counters() throws SQLException {
        Map<Metric, Double> counters = serverCounters();
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        counters.put(Metric.CPU_MICROS, system.getProcessCpuTime() / 1e3);
        return counters;
    }

    @Override
    public final void close() throws SQLException {
        try (Connection open = control) {
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
}
