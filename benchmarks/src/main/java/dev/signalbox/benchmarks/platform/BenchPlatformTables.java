package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The platform's tables, as an operator sees them: in a session that is not counted. */
final class BenchPlatformTables implements AutoCloseable {
    private enum Statement {
        NOT_COUNTED,
        EMPTY,
        VACUUM,
        CHECKPOINT,
        FIRST_ID,
        STREAMS,
        COUNTS,
        WAITING,
        FILL,
        INGEST
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(BenchPlatformTables.class, "payload").statements("tables.sql", Statement.class);

    private static final Map<String, String> PAYLOAD =
            Map.of("payload", Objects.requireNonNull(Workload.sqlNames().get("payload")));

    private final Connection connection;

    /** The rows of the tables. */
    record Counts(long events, long jobs, long waiting, long completed) {}

    BenchPlatformTables(PostgresServer database) throws SQLException {
        this.connection = database.connect();
        SQL.sql(Statement.NOT_COUNTED).execute(connection, Map.of());
    }

    /** Removes all events and jobs. Only for nodes that have none of them in memory. */
    void empty() throws SQLException {
        SQL.sql(Statement.EMPTY).execute(connection, Map.of());
    }

    /** Updates the statistics and writes all pages to disk. */
    void flush() throws SQLException {
        for (Statement statement : List.of(Statement.VACUUM, Statement.CHECKPOINT)) {
            SQL.sql(statement).execute(connection, Map.of());
        }
    }

    Counts counts() throws SQLException {
        return SQL.sql(Statement.COUNTS)
                .one(
                        connection,
                        Map.of(),
                        row -> new Counts(
                                row.getLong("events"),
                                row.getLong("jobs"),
                                row.getLong("waiting"),
                                row.getLong("completed")));
    }

    /** Whether jobs wait, or were delivered and are not recorded yet. */
    boolean isWaiting() throws SQLException {
        return SQL.sql(Statement.WAITING).one(connection, Map.of(), row -> row.getBoolean("found"));
    }

    /** Adds events, each with a job for every subscription with such a code. */
    void fill(int events, String codes, int groups) throws SQLException {
        SQL.sql(Statement.FILL, PAYLOAD)
                .execute(connection, Map.of("events", events, "codes", codes, "groups", groups));
    }

    /** An id that no row has, after which as many as one benchmark needs are free. */
    long firstId() throws SQLException {
        return SQL.sql(Statement.FIRST_ID).one(connection, Map.of(), row -> row.getLong("id"));
    }

    /** The streams of all subscriptions. */
    List<Long> streams() throws SQLException {
        return SQL.sql(Statement.STREAMS).list(connection, Map.of(), row -> row.getLong("id"));
    }

    /** Inserts the rows of a batch as the platform would, without any of its checks. */
    static void ingest(Connection connection, Map<String, Object> batch) throws SQLException {
        SQL.sql(Statement.INGEST).execute(connection, batch);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
