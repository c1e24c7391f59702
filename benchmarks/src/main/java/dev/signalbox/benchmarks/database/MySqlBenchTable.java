package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Dialect;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables on MySQL and MariaDB, described by scripts in a folder of resources. */
public enum MySqlBenchTable implements BenchTable {
    /**
     * The seed's, with the seed's index and no other. Its moments are whole seconds, as in the seed's DDL: a thousand
     * messages share one, and their ids give their order.
     */
    SEED("outbox_events", "mysql-seed-table") {
        @Override
        String creation(ServerKind server) {
            return scripts().sql("create.sql").text();
        }
    },
    /** Signalbox's own, as the product creates it. */
    OWN("signalbox_outbox", "mysql-own-table") {
        @Override
        String creation(ServerKind server) {
            return MySqlOwnTableDdl.creation(tableName(), server);
        }
    };

    /** So many rows a transaction, which is how many numbers there are to count by. */
    private static final int SLICE = 10_000;

    private static final List<String> NUMBERS = List.of("mysql-numbers-create.sql", "mysql-numbers-fill.sql");

    private final String table;
    private final String folder;

    MySqlBenchTable(String table, String folder) {
        this.table = table;
        this.folder = folder;
    }

    final TableScripts scripts() {
        return new TableScripts(new TableName(BenchServer.SCHEMA, table), folder, Dialect.MYSQL);
    }

    abstract String creation(ServerKind server);

    @Override
    public TableName tableName() {
        return scripts().table();
    }

    @Override
    public String quotedName() {
        return scripts().quotedName();
    }

    @Override
    public void create(Connection connection) throws SQLException {
        execute(connection, creation(ServerKind.of(connection)));
        for (String script : NUMBERS) {
            execute(
                    connection,
                    SqlTemplate.load(MySqlBenchTable.class, script)
                            .fill(Map.of(), Set.of())
                            .text());
        }
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        execute(connection, "TRUNCATE TABLE " + quotedName());
    }

    @Override
    public void fill(Connection connection, int rows) throws SQLException {
        for (int first = 0; first < rows; first += SLICE) {
            scripts().execute(connection, "fill.sql", Map.of("first", first, "count", Math.min(SLICE, rows - first)));
        }
    }

    @Override
    public Sql insert() {
        return scripts().sql("insert.sql");
    }

    @Override
    public long remaining(Connection connection) throws SQLException {
        return scripts().remaining(connection);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
