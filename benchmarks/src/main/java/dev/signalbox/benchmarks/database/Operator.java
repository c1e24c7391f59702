package dev.signalbox.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlTemplate;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The benchmarks' own session: makes and fills tables, and reads the server's counters, uncounted itself. */
public final class Operator implements AutoCloseable {
    private static final List<String> FACTS = List.of(
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
    private static final String STATEMENTS = plain("statements.sql");
    private static final String ACTIVITY = plain("activity.sql");
    private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(10);

    private final Connection connection;
    private final Clock clock;
    private final boolean countsStatements;
    private final boolean maySettle;
    private final Set<BenchTable> made = new HashSet<>();
    private long ownTransactions;

    private Operator(Connection connection, Clock clock, boolean countsStatements, boolean maySettle) {
        this.connection = connection;
        this.clock = clock;
        this.countsStatements = countsStatements;
        this.maySettle = maySettle;
    }

    /** Connects and makes an empty schema. */
    public static Operator open(BenchServer server, Clock clock) throws SQLException {
        Connection connection = server.connectUncounted("operator");
        try {
            boolean counts = succeeds(
                    connection,
                    "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
                    "SELECT count(*) FROM pg_stat_statements");
            boolean maySettle = succeeds(connection, "CHECKPOINT");
            execute(connection, "DROP SCHEMA IF EXISTS " + BenchServer.SCHEMA + " CASCADE");
            execute(connection, "CREATE SCHEMA " + BenchServer.SCHEMA);
            return new Operator(connection, clock, counts, maySettle);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Whether the server has pg_stat_statements. */
    public boolean countsStatements() {
        return countsStatements;
    }

    /** Whether a checkpoint can be asked for, so that each run begins with the same. */
    public boolean maySettle() {
        return maySettle;
    }

    /** The settings that decide how durable and how fast the server is. */
    public Map<String, String> facts() throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : FACTS) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "', true)")) {
                row.next();
                facts.put(name, String.valueOf(row.getString(1)));
            }
        }
        return facts;
    }

    /** Leaves the table with these rows as if they had just been written, and the server at rest. */
    public void rebuild(BenchTable table, int rows) throws SQLException {
        if (made.add(table)) {
            table.create(connection);
        }
        table.empty(connection);
        if (rows > 0) {
            table.fill(connection, rows);
        }
        execute(connection, "VACUUM (ANALYZE) " + table.tableName().quoted(Quoting.POSTGRESQL));
        if (maySettle) {
            execute(connection, "CHECKPOINT");
        }
    }

    public long remaining(BenchTable table) throws SQLException {
        return table.remaining(connection);
    }

    /** What was done until now. */
    public Work work() throws SQLException {
        long statements = -1;
        long control = 0;
        if (countsStatements) {
            ownTransactions++;
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(STATEMENTS)) {
                row.next();
                statements = row.getLong("statements");
                control = row.getLong("control");
            }
        }
        return new Work(statements, control, number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"), cpuNanos());
    }

    /** What ended sessions have reported; this one reports at once, and its own transactions since the start are left out. */
    public Activity activity() throws SQLException {
        number("SELECT 1 FROM pg_stat_force_next_flush()");
        long own = ownTransactions;
        ownTransactions++;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ACTIVITY)) {
            row.next();
            return new Activity(
                    row.getLong("transactions") - own,
                    row.getLong("inserted"),
                    row.getLong("updated"),
                    row.getLong("hot_updated"),
                    row.getLong("deleted"));
        }
    }

    /** Waits until all other sessions of ours have ended, and so have reported what they did. */
    public void awaitGoodbyes() throws SQLException {
        long deadline = clock.nanos() + LONGEST_GOODBYE.toNanos();
        String others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND application_name LIKE '" + BenchServer.SESSIONS + "%'";
        while (number(others) > 0 && clock.nanos() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** Removes the schema of the benchmarks. */
    @Override
    public void close() throws SQLException {
        try (connection) {
            execute(connection, "DROP SCHEMA IF EXISTS " + BenchServer.SCHEMA + " CASCADE");
        }
    }

    private long number(String query) throws SQLException {
        ownTransactions++;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static boolean succeeds(Connection connection, String... statements) {
        try {
            for (String sql : statements) {
                execute(connection, sql);
            }
            return true;
        } catch (SQLException e) {
            return false; // not installed, or not allowed: the report says so
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String plain(String script) {
        return SqlTemplate.load(Operator.class, script).fill(Map.of(), Set.of()).text();
    }
}
