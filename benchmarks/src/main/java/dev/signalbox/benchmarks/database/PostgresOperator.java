package dev.signalbox.benchmarks.database;

import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Reads pg_stat_statements, where there is one, and the statistics of tables. */
final class PostgresOperator implements Operator {
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
    private static final Sql READS =
            SqlTemplate.load(PostgresOperator.class, "reads.sql").fill(Map.of(), Set.of());
    private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(10);

    private final Connection connection;
    private final Clock clock;
    private final boolean countsStatements;
    private final boolean maySettle;
    private final Set<BenchTable> made = new HashSet<>();
    private long ownTransactions;

    private PostgresOperator(Connection connection, Clock clock, boolean countsStatements, boolean maySettle) {
        this.connection = connection;
        this.clock = clock;
        this.countsStatements = countsStatements;
        this.maySettle = maySettle;
    }

    /** Connects and makes an empty schema. */
    static PostgresOperator open(PostgresServer server, Clock clock) throws SQLException {
        Connection connection = server.connectUncounted("operator");
        try {
            boolean counts = succeeds(
                    connection,
                    "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
                    "SELECT count(*) FROM pg_stat_statements");
            boolean maySettle = succeeds(connection, "CHECKPOINT");
            execute(connection, "DROP SCHEMA IF EXISTS " + BenchServer.SCHEMA + " CASCADE");
            execute(connection, "CREATE SCHEMA " + BenchServer.SCHEMA);
            return new PostgresOperator(connection, clock, counts, maySettle);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Map<String, String> facts() throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : FACTS) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "', true)")) {
                row.next();
                facts.put(name, String.valueOf(row.getString(1)));
            }
        }
        facts.put("pg_stat_statements", countsStatements ? "on" : "missing: statements are not counted");
        facts.put("checkpoint before a run", maySettle ? "yes" : "no: not allowed");
        return facts;
    }

    @Override
    public void rebuild(BenchTable table, int rows) throws SQLException {
        if (made.add(table)) {
            table.create(connection);
        }
        table.refill(connection, rows);
        execute(connection, "VACUUM (ANALYZE) " + table.quotedName());
        if (maySettle) {
            execute(connection, "CHECKPOINT");
        }
    }

    @Override
    public long remaining(BenchTable table) throws SQLException {
        return table.remaining(connection);
    }

    @Override
    public boolean leavesOutWriters() {
        return true;
    }

    @Override
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
        return new Work(
                statements, control, number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"), Operator.cpuNanos());
    }

    /** This session reports at once, and its own transactions since the start are left out. */
    @Override
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

    @Override
    public Optional<Reads> reads(BenchTable table) throws SQLException {
        if (!countsStatements) {
            return Optional.empty();
        }
        ownTransactions++;
        try (PreparedStatement statement = READS.prepare(connection, Map.of("table", table.quotedName()));
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Optional.of(new Reads(row.getLong("statements"), row.getLong("rows")));
        }
    }

    /** They have reported when they have ended. */
    @Override
    public void awaitGoodbyes() throws SQLException {
        long deadline = clock.nanos() + LONGEST_GOODBYE.toNanos();
        String others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND application_name LIKE '" + PostgresServer.SESSIONS + "%'";
        while (number(others) > 0 && clock.nanos() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

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
        return SqlTemplate.load(PostgresOperator.class, script)
                .fill(Map.of(), Set.of())
                .text();
    }
}
