package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Dialect;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * The seed's table on MySQL or MariaDB, with the seed's index and no other. Its moments are whole seconds, as in the
 * seed's DDL: a thousand messages share one, and their ids give their order.
 */
public final class MySqlSeedTable implements BenchTable {
    public static final MySqlSeedTable INSTANCE = new MySqlSeedTable();

    /** So many rows a transaction, which is how many numbers there are to count by. */
    private static final int SLICE = 10_000;

    private final TableScripts scripts =
            new TableScripts(new TableName(BenchServer.SCHEMA, "outbox_events"), "mysql-seed-table", Dialect.MYSQL);

    private MySqlSeedTable() {}

    @Override
    public String name() {
        return "seed table";
    }

    @Override
    public TableName tableName() {
        return scripts.table();
    }

    @Override
    public String quotedName() {
        return scripts.quotedName();
    }

    @Override
    public void create(Connection connection) throws SQLException {
        scripts.execute(connection, "create.sql", Map.of());
        scripts.execute(connection, "create-numbers.sql", Map.of());
        scripts.execute(connection, "fill-numbers.sql", Map.of());
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE TABLE " + quotedName());
        }
    }

    @Override
    public void fill(Connection connection, int rows) throws SQLException {
        for (int first = 0; first < rows; first += SLICE) {
            scripts.execute(connection, "fill.sql", Map.of("first", first, "count", Math.min(SLICE, rows - first)));
        }
    }

    @Override
    public Sql insert() {
        return scripts.sql("insert.sql");
    }

    @Override
    public long remaining(Connection connection) throws SQLException {
        return scripts.remaining(connection);
    }
}
