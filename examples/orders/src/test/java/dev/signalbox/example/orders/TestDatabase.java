package dev.signalbox.example.orders;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A new database on the one PostgreSQL server of this JVM. */
record TestDatabase(String url) {
    private static final String USER = "postgres";
    private static final LocalPostgres SERVER = LocalPostgres.start();

    static TestDatabase create(String name) {
        SERVER.createDatabase(name);
        return new TestDatabase(SERVER.jdbcUrl(name));
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
