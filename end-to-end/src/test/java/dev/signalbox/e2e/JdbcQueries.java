package dev.signalbox.e2e;

import dev.signalbox.testkit.server.QueryRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tests' queries on an outbox that is accessed by JDBC. */
interface JdbcQueries extends TestDatabase {
    Connection connect() throws SQLException;

    /** The rows of a query, their columns joined by bars. */
    default List<String> rows(String sql) {
        try (Connection connection = connect()) {
            return QueryRows.read(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    default String value(String sql) {
        return rows(sql).getFirst();
    }

    default long count(String table, String condition) {
        return Long.parseLong(value("SELECT count(*) FROM " + table + " WHERE " + condition));
    }

    @Override
    default List<String> idsOf(String status) {
        return rows("SELECT id FROM " + PostgresTestDatabase.EVENTS + " WHERE status = '" + status + "'");
    }

    @Override
    default List<String> idsToArrive() {
        return rows("SELECT id FROM " + PostgresTestDatabase.EVENTS + " WHERE status <> 'FAILED'");
    }

    @Override
    default List<String> statesAndAttempts() {
        return rows("SELECT DISTINCT status, retry_count FROM " + PostgresTestDatabase.EVENTS);
    }

    @Override
    default boolean isSettled() {
        String open = "status IN ('PENDING', 'PROCESSING')";
        return count(PostgresTestDatabase.EVENTS, open) + count(PostgresTestDatabase.JOBS, open) == 0;
    }

    /** Reads owners from rows with a shard and a node name. */
    default Map<Integer, String> owners(String sql) {
        Map<Integer, String> owners = new HashMap<>();
        for (String row : rows(sql)) {
            int bar = row.indexOf('|');
            owners.put(Integer.valueOf(row.substring(0, bar)), row.substring(bar + 1));
        }
        return owners;
    }
}
