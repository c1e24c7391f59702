package dev.signalbox.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The benchmarks' own session: makes and fills tables, and reads the server's counters, uncounted itself. */
public interface Operator extends AutoCloseable {
    /** What decides how durable and how fast the server is, and what it can tell. */
    Map<String, String> facts() throws SQLException;

    /** Leaves the table with these rows as if they had just been written, and the server at rest. */
    void rebuild(BenchTable table, int rows) throws SQLException;

    long remaining(BenchTable table) throws SQLException;

    /** What was done until now. */
    Work work() throws SQLException;

    /** Whether the statements of those who write messages are left out of {@link #work}. */
    boolean leavesOutWriters();

    /** What ended sessions have reported, without this one. */
    Activity activity() throws SQLException;

    /** How this table was read, as far as sessions have reported it; empty where the server does not count that. */
    Optional<Reads> reads(BenchTable table) throws SQLException;

    /** Waits until all other sessions of ours have reported what they did. */
    void awaitGoodbyes() throws SQLException;

    /** Removes the schema of the benchmarks. */
    @Override
    void close() throws SQLException;

    /** What this JVM has used until now. */
    static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
