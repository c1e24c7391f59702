package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Reads pg_stat_statements, if it is installed, and the statistics of tables. */
final class PostgresControlSession extends DatabaseControlSession {
    private static final List<String> SETTINGS = List.of(
            "server_version",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "wal_level",
            "wal_sync_method",
            "data_checksums",
            "shared_buffers",
            "max_wal_size",
            "autovacuum");
    private static final Sql STATEMENTS = BenchTable.load("statements.sql");
    private static final Sql ACTIVITY = BenchTable.load("activity.sql");
    private static final Sql READS = BenchTable.load("reads.sql");
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final Clock clock;
    private final boolean countsStatements;
    private final boolean mayCheckpoint;
    private long ownTransactions;

    private PostgresControlSession(
            Connection connection, Clock clock, boolean countsStatements, boolean mayCheckpoint) {
        super(connection);
        this.clock = clock;
        this.countsStatements = countsStatements;
        this.mayCheckpoint = mayCheckpoint;
    }

    /** Connects and creates an empty schema. */
    static PostgresControlSession open(PostgresServer server, Clock clock) throws SQLException {
        Connection connection = server.connectUncounted("operator");
        try {
            boolean counts = succeeds(
                    connection,
                    "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
                    "SELECT count(*) FROM pg_stat_statements");
            boolean mayCheckpoint = succeeds(connection, "CHECKPOINT");
            BenchTable.execute(connection, "DROP SCHEMA IF EXISTS " + BenchServer.SCHEMA + " CASCADE");
            BenchTable.execute(connection, "CREATE SCHEMA " + BenchServer.SCHEMA);
            return new PostgresControlSession(connection, clock, counts, mayCheckpoint);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static boolean succeeds(Connection connection, String... statements) {
        try {
            for (String sql : statements) {
                BenchTable.execute(connection, sql);
            }
            return true;
        } catch (SQLException e) {
            return false; // not installed, or not allowed: the report says so
        }
    }

    @Override
    public Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : SETTINGS) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "', true)")) {
                row.next();
                settings.put(name, String.valueOf(row.getString(1)));
            }
        }
        settings.put("pg_stat_statements", countsStatements ? "on" : "missing: statements are not counted");
        settings.put("checkpoint before a run", mayCheckpoint ? "yes" : "no: not allowed");
        return settings;
    }

    @Override
    void flush(BenchTable table) throws SQLException {
        BenchTable.execute(connection, "VACUUM (ANALYZE) " + table.quotedName());
        if (mayCheckpoint) {
            BenchTable.execute(connection, "CHECKPOINT");
        }
    }

    @Override
    public boolean leavesOutWriters() {
        return true;
    }

    @Override
    public Map<Metric, Double> currentCounters() throws SQLException {
        Map<Metric, Double> counters = countsStatements
                ? read(STATEMENTS, Map.of(), Metric.STATEMENTS, Metric.TRANSACTION_CONTROL)
                : new EnumMap<>(Metric.class);
        counters.put(Metric.WAL_BYTES, number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"));
        counters.put(Metric.CPU_MICROS, cpuMicros());
        return counters;
    }

    /** This session reports at once; its own transactions since the start are excluded. */
    @Override
    public Map<Metric, Double> reportedCounters() throws SQLException {
        number("SELECT 1 FROM pg_stat_force_next_flush()");
        double own = ownTransactions;
        Map<Metric, Double> counters = read(
                ACTIVITY,
                Map.of(),
                Metric.TRANSACTIONS,
                Metric.INSERTED,
                Metric.UPDATED,
                Metric.HOT_UPDATED,
                Metric.DELETED);
        counters.merge(Metric.TRANSACTIONS, -own, Double::sum);
        return counters;
    }

    @Override
    public Map<Metric, Double> logCounters(BenchTable table) throws SQLException {
        return countsStatements
                ? read(READS, Map.of("table", table.quotedName()), Metric.LOG_READS, Metric.LOG_ROWS)
                : Map.of();
    }

    /** Sessions report their counters when they end. */
    @Override
    public void awaitReports() throws SQLException {
        long deadline = clock.nanos() + LONGEST_END.toNanos();
        String others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND application_name LIKE '" + PostgresServer.SESSIONS + "%'";
        while (number(others) > 0 && clock.nanos() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            BenchTable.execute(connection, "DROP SCHEMA IF EXISTS " + BenchServer.SCHEMA + " CASCADE");
        }
    }

    /** The columns of one row, in order. */
    private Map<Metric, Double> read(Sql query, Map<String, String> values, Metric... columns) throws SQLException {
        ownTransactions++;
        Map<Metric, Double> counters = new EnumMap<>(Metric.class);
        try (PreparedStatement statement = query.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            for (int i = 0; i < columns.length; i++) {
                counters.put(columns[i], row.getDouble(i + 1));
            }
        }
        return counters;
    }

    private double number(String query) throws SQLException {
        ownTransactions++;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getDouble(1);
        }
    }
}
