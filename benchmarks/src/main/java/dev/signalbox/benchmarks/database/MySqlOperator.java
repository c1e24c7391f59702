package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the counters of a whole MySQL or MariaDB server: nobody else should be using it. */
final class MySqlOperator implements Operator {
    private static final String STATUS = plain("mysql-status.sql");
    private static final String SETTINGS = plain("mysql-settings.sql");
    private static final String DATABASE = Quoting.MYSQL.quote(BenchServer.SCHEMA);

    private final Connection connection;
    private final boolean maySettle;
    private final Set<BenchTable> made = new HashSet<>();
    private long ownStatements;

    private MySqlOperator(Connection connection, boolean maySettle) {
        this.connection = connection;
        this.maySettle = maySettle;
    }

    /** Takes the connection over. */
    static MySqlOperator open(Connection connection) throws SQLException {
        try {
            execute(connection, "DROP DATABASE IF EXISTS " + DATABASE);
            execute(connection, "CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
            execute(connection, "USE " + DATABASE);
            return new MySqlOperator(connection, maySettle(connection));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static boolean maySettle(Connection connection) throws SQLException {
        execute(connection, "CREATE TABLE trial (id INT PRIMARY KEY) ENGINE = InnoDB");
        try {
            settle(connection, "trial");
            return true;
        } catch (SQLException e) {
            return false; // not allowed: the report says so
        } finally {
            execute(connection, "DROP TABLE trial");
        }
    }

    /** Returns when all changed pages of the table are on disk. */
    private static void settle(Connection connection, String table) throws SQLException {
        execute(connection, "FLUSH TABLES " + table + " FOR EXPORT");
        execute(connection, "UNLOCK TABLES");
    }

    @Override
    public Map<String, String> facts() throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>(read(SETTINGS));
        facts.put("statements", "Questions of the whole server, this program's operator left out");
        facts.put("begin/commit", "BEGIN, COMMIT, ROLLBACK and SET, by which drivers begin and end transactions");
        facts.put("B WAL", "bytes of the redo log (Innodb_os_log_written)");
        facts.put("flushed before a run", maySettle ? "yes" : "no: not allowed");
        return facts;
    }

    @Override
    public void rebuild(BenchTable table, int rows) throws SQLException {
        if (made.add(table)) {
            table.create(connection);
        }
        table.refill(connection, rows);
        execute(connection, "ANALYZE TABLE " + table.quotedName());
        if (maySettle) {
            settle(connection, table.quotedName());
        }
    }

    @Override
    public long remaining(BenchTable table) throws SQLException {
        return table.remaining(connection);
    }

    @Override
    public Work work() throws SQLException {
        ownStatements++;
        Map<String, String> status = read(STATUS);
        long control = number(status, "Com_begin")
                + number(status, "Com_commit")
                + number(status, "Com_rollback")
                + number(status, "Com_set_option");
        return new Work(
                number(status, "Questions") - control - ownStatements,
                control,
                number(status, "Innodb_os_log_written"),
                Operator.cpuNanos());
    }

    @Override
    public boolean leavesOutWriters() {
        return false;
    }

    @Override
    public Activity activity() throws SQLException {
        ownStatements++;
        Map<String, String> status = read(STATUS);
        return new Activity(
                number(status, "Com_commit") + number(status, "Com_rollback"),
                rows(status, "inserted", "write"),
                rows(status, "updated", "update"),
                -1,
                rows(status, "deleted", "delete"));
    }

    /** MySQL counts the rows of InnoDB, MariaDB what it asks of a table, temporary ones excepted. */
    private static long rows(Map<String, String> status, String innoDb, String handler) {
        String rows = status.get("Innodb_rows_" + innoDb);
        return rows == null ? number(status, "Handler_" + handler) : Long.parseLong(rows);
    }

    /** No log is followed here. */
    @Override
    public Optional<Reads> reads(BenchTable table) {
        return Optional.empty();
    }

    /** The counters include what live sessions have done. */
    @Override
    public void awaitGoodbyes() {}

    @Override
    public void close() throws SQLException {
        try (connection) {
            execute(connection, "DROP DATABASE IF EXISTS " + DATABASE);
        }
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

    private static long number(Map<String, String> status, String name) {
        return Long.parseLong(status.getOrDefault(name, "0"));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String plain(String script) {
        return SqlTemplate.load(MySqlOperator.class, script)
                .fill(Map.of(), Set.of())
                .text();
    }
}
