package dev.signalbox.spring.relay;

import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A fresh database on a server that is started once for all tests and stopped with them. */
record TestDatabase(String name, JdbcTemplate jdbc) {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start();

    static TestDatabase empty() {
        String name = "orders_" + COUNT.incrementAndGet();
        SERVER.createDatabase(name);
        return new TestDatabase(name, new JdbcTemplate(new DriverManagerDataSource(url(name, port()), "postgres", "")));
    }

    static TestDatabase withOutbox() {
        TestDatabase database = empty();
        database.jdbc().execute(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        return database;
    }

    static int port() {
        return SERVER.port();
    }

    String url() {
        return url(name, port());
    }

    /** Through a proxy. */
    String url(int port) {
        return url(name, port);
    }

    private static String url(String name, int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
    }

    int count(String from) {
        Integer count = jdbc.queryForObject("SELECT count(*) FROM " + from, Integer.class);
        return count == null ? 0 : count;
    }
}
