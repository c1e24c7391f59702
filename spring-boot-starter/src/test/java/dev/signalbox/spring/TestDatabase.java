package dev.signalbox.spring;

import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.testkit.server.LocalPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A fresh database with the tables of a shop, on a server that is started once for all tests.
 *
 * @param dataSource opens a new connection each time, unlike a pool
 */
record TestDatabase(String url, DataSource dataSource) {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final String USER = "postgres";

    /** Started at the first use of this class. */
    private static final EmbeddedPostgres SERVER = LocalPostgres.start();

    static TestDatabase create() {
        String name = "shop_" + COUNT.incrementAndGet();
        new JdbcTemplate(SERVER.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        // Without a user in the URL, which would override the one that a test logs in with.
        String url = "jdbc:postgresql://localhost:" + SERVER.getPort() + "/" + name;
        TestDatabase database = new TestDatabase(url, new DriverManagerDataSource(url, USER, ""));
        database.run(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        database.run("CREATE TABLE orders (id text PRIMARY KEY, total int)");
        database.run("CREATE TABLE bills (order_id text PRIMARY KEY)");
        return database;
    }

    void run(String statement) {
        new JdbcTemplate(dataSource).execute(statement);
    }

    List<String> texts(String query) {
        return new JdbcTemplate(dataSource).query(query, (row, number) -> row.getString(1));
    }

    /** The groups of all committed messages. */
    List<String> groups() {
        return texts("SELECT message_group FROM signalbox_outbox ORDER BY position");
    }
}
