package dev.signalbox.e2e;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** The shared PostgreSQL server of this JVM, with durable settings; it can be stopped and restarted on its port. */
public final class PostgresServer {
    static final String SUPERUSER = LocalPostgres.SUPERUSER;
    private static final PostgresServer ONE = new PostgresServer();

    private final LocalPostgres postgres;

    private PostgresServer() {
        Path folder = TestFolders.ofThisRun("postgres");
        postgres = starting(() -> LocalPostgres.prepareDurable(folder, List.of("max_connections=100")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder), "end of PostgreSQL"));
    }

    /** Returns the server, started if necessary. */
    static PostgresServer running() {
        ONE.start();
        return ONE;
    }

    int port() {
        return postgres.port();
    }

    public void start() {
        starting(() -> {
            postgres.ensureStarted();
            return postgres;
        });
    }

    /** Ends all sessions and stops the server gracefully. */
    public void stop() {
        postgres.close();
    }

    /** Stops the server without a checkpoint: it has to recover at the next start. */
    void crash() {
        postgres.crash();
    }

    private void end(Path folder) {
        postgres.close();
        try {
            dev.signalbox.embedded.files.Folders.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A step of a server start that may fail. */
    private interface Start {
        LocalPostgres run() throws IOException, InterruptedException;
    }

    private static LocalPostgres starting(Start start) {
        try {
            return start.run();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Connection connect(String database, String user) throws SQLException {
        return DriverManager.getConnection(url(database, port()), user, "secret");
    }

    void execute(String database, String sql) {
        try {
            postgres.execute(database, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    static String url(String database, int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }
}
