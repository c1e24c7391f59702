package dev.signalbox.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import dev.signalbox.benchmarks.report.Metric;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The benchmark's own session: creates and fills tables, and reads the server's counters without being counted. */
public abstract class DatabaseControlSession implements AutoCloseable {
    final Connection connection;
    private final Set<BenchTable> created = new HashSet<>();

    DatabaseControlSession(Connection connection) {
        this.connection = connection;
    }

    /** The settings that determine the server's durability and speed, and what it counts. */
    public abstract Map<String, String> settings() throws SQLException;

    /** Refills the table and waits until the server is idle. */
    public final void rebuild(BenchTable table, int rows) throws SQLException {
        if (created.add(table)) {
            table.create(connection);
        }
        table.refill(connection, rows);
        flush(table);
    }

    /** Updates the statistics of the table and writes its pages to disk. */
    abstract void flush(BenchTable table) throws SQLException;

    public final long remaining(BenchTable table) throws SQLException {
        return table.remaining(connection);
    }

    /** Counters that are always current; statements only if the server counts them. */
    public abstract Map<Metric, Double> currentCounters() throws SQLException;

    /** Whether {@link #currentCounters} excludes the statements of sessions that write messages. */
    public abstract boolean leavesOutWriters();

    /** Counters that sessions report with a delay, at the latest when they end. */
    public abstract Map<Metric, Double> reportedCounters() throws SQLException;

    /** How a log was read, as far as sessions have reported it; empty if the server does not count it. */
    public abstract Map<Metric, Double> logCounters(BenchTable table) throws SQLException;

    /** Waits until all other sessions of the benchmark have reported their counters. */
    public abstract void awaitReports() throws SQLException;

    /** Removes the schema of the benchmarks. */
    @Override
    public abstract void close() throws SQLException;

    /** The CPU time of this JVM. */
    static double cpuMicros() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e3;
    }
}
