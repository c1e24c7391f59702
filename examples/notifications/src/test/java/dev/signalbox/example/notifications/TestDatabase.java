package dev.signalbox.example.notifications;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
        List<String> all = new ArrayList<>(List.of(
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

    /** A held advisory lock. */
    interface Lock extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    /** Takes an advisory lock until it is closed. */
    Lock lock(int number) throws SQLException {
        Connection connection = dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + number + ")");
        }
        return connection::close;
    }

    private DriverManagerDataSource dataSource() {
        return new DriverManagerDataSource(url, USER, "");
    }
}
