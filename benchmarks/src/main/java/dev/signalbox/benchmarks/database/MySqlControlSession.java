package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.jdbc.Quoting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the counters of a whole MySQL or MariaDB server, which should have no other users. */
final class MySqlControlSession extends DatabaseControlSession {
    private static final String STATUS = BenchTable.load("mysql-status.sql").text();
    private static final String SETTINGS = BenchTable.load("mysql-settings.sql").text();
    private static final String DATABASE = Quoting.MYSQL.quote(BenchServer.SCHEMA);

    private final boolean mayFlush;
    private long ownStatements;

    private MySqlControlSession(Connection connection, boolean mayFlush) {
        super(connection);
        this.mayFlush = mayFlush;
    }

    /** Takes ownership of the connection. */
    static MySqlControlSession open(Connection connection) throws SQLException {
        try {
            BenchTable.execute(connection, "DROP DATABASE IF EXISTS " + DATABASE);
            BenchTable.execute(connection, "CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
            BenchTable.execute(connection, "USE " + DATABASE);
            return new MySqlControlSession(connection, mayFlush(connection));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static boolean mayFlush(Connection connection) throws SQLException {
        BenchTable.execute(connection, "CREATE TABLE trial (id INT PRIMARY KEY) ENGINE = InnoDB");
        try {
            flush(connection, "trial");
            return true;
        } catch (SQLException e) {
            return false; // not allowed: the report says so
        } finally {
            BenchTable.execute(connection, "DROP TABLE trial");
        }
    }

    /** Returns when all changed pages of the table are on disk. */
    private static void flush(Connection connection, String table) throws SQLException {
        BenchTable.execute(connection, "FLUSH TABLES " + table + " FOR EXPORT");
        BenchTable.execute(connection, "UNLOCK TABLES");
    }

    @Override
    public Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>(read(SETTINGS));
        settings.put("statements", "Questions of the whole server, without those of the benchmark's own session");
        settings.put("begin/commit", "BEGIN, COMMIT, ROLLBACK and SET, by which drivers begin and end transactions");
        settings.put("B WAL", "bytes of the redo log (Innodb_os_log_written)");
        settings.put("flushed before a run", mayFlush ? "yes" : "no: not allowed");
        return settings;
    }

    @Override
    void flush(BenchTable table) throws SQLException {
        BenchTable.execute(connection, "ANALYZE TABLE " + table.quotedName());
        if (mayFlush) {
            flush(connection, table.quotedName());
        }
    }

    @Override
    public Map<Metric, Double> currentCounters() throws SQLException {
        Map<String, String> status = status();
        double control = number(status, "Com_begin")
                + number(status, "Com_commit")
                + number(status, "Com_rollback")
                + number(status, "Com_set_option");
        Map<Metric, Double> counters = new EnumMap<>(Metric.class);
        counters.put(Metric.STATEMENTS, number(status, "Questions") - control - ownStatements);
        counters.put(Metric.TRANSACTION_CONTROL, control);
        counters.put(Metric.WAL_BYTES, number(status, "Innodb_os_log_written"));
        counters.put(Metric.CPU_MICROS, cpuMicros());
        return counters;
    }

    @Override
    public boolean leavesOutWriters() {
        return false;
    }

    @Override
    public Map<Metric, Double> reportedCounters() throws SQLException {
        Map<String, String> status = status();
        return Map.of(
                Metric.TRANSACTIONS,
                number(status, "Com_commit") + number(status, "Com_rollback"),
                Metric.INSERTED,
                rows(status, "inserted", "write"),
                Metric.UPDATED,
                rows(status, "updated", "update"),
                Metric.DELETED,
                rows(status, "deleted", "delete"));
    }

    /** MySQL counts rows of InnoDB, MariaDB calls of the storage engine without temporary tables. */
    private static double rows(Map<String, String> status, String innoDb, String handler) {
        return status.containsKey("Innodb_rows_" + innoDb)
                ? number(status, "Innodb_rows_" + innoDb)
                : number(status, "Handler_" + handler);
    }

    /** There are no logs on MySQL. */
    @Override
    public Map<Metric, Double> logCounters(BenchTable table) {
        return Map.of();
    }

    /** The counters include open sessions. */
    @Override
    public void awaitReports() {}

    @Override
    public void close() throws SQLException {
        try (connection) {
            BenchTable.execute(connection, "DROP DATABASE IF EXISTS " + DATABASE);
        }
    }

    private Map<String, String> status() throws SQLException {
        ownStatements++;
        return read(STATUS);
    }

    private Map<String, String> read(String query) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getString(2));
            }
        }
        return values;
    }

    private static double number(Map<String, String> status, String name) {
        return Double.parseDouble(status.getOrDefault(name, "0"));
    }
}
