package dev.signalbox.example.orders;

import dev.signalbox.testkit.server.LocalPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A new database on the one PostgreSQL server of this JVM. */
record TestDatabase(String url) {
    private static final String USER = "postgres";
    private static final EmbeddedPostgres SERVER = LocalPostgres.start();

    static TestDatabase create(String name) {
        new JdbcTemplate(SERVER.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        return new TestDatabase("jdbc:postgresql://127.0.0.1:" + SERVER.getPort() + "/" + name);
    }

    /** The options for a program that uses it, on any free port. */
    String[] options(String... more) {
        List<String> all = new java.util.ArrayList<>(List.of(
                "--server.port=0",
                "--spring.datasource.url=" + url,
                "--spring.datasource.username=" + USER,
                "--spring.datasource.password="));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    void run(String statement) {
        new JdbcTemplate(dataSource()).execute(statement);
    }

    List<String> texts(String query) {
        return new JdbcTemplate(dataSource()).query(query, (row, _) -> row.getString(1));
    }

    private DriverManagerDataSource dataSource() {
        return new DriverManagerDataSource(url, USER, "");
    }
}
