package dev.signalbox.e2e;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The one PostgreSQL of this JVM, with durable settings; it can be stopped and started again on its port. */
final class PostgresServer {
    static final String SUPERUSER = "postgres";
    private static final PostgresServer ONE = new PostgresServer();

    private final int port = TestFolders.freePort();
    private final Path data = TestFolders.ofThisRun("postgres");
    private @Nullable EmbeddedPostgres running;

    private PostgresServer() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end of PostgreSQL"));
    }

    /** The server, started if it does not run. */
    static PostgresServer running() {
        ONE.start();
        return ONE;
    }

    int port() {
        return port;
    }

    synchronized void start() {
        if (running != null) {
            return;
        }
        try {
            running = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(
                            TestFolders.work("postgres-binaries").toFile())
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPort(port)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", "100")
                    .setPGStartupWait(Duration.ofSeconds(30))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        }
    }

    /** Stops it in good order; sessions are ended. */
    synchronized void stop() {
        if (running == null) {
            return;
        }
        try {
            running.close();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not stop", e);
        } finally {
            running = null;
        }
    }

    /** Ends it by its process id, without a checkpoint: it has to recover when it starts again. */
    synchronized void crash() {
        Path file = data.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return;
        }
        try {
            long pid = Long.parseLong(Files.readAllLines(file).getFirst().strip());
            ProcessSignals.send("QUIT", pid);
            ProcessHandle.of(pid)
                    .ifPresent(postmaster -> postmaster
                            .onExit()
                            .completeOnTimeout(postmaster, 10, TimeUnit.SECONDS)
                            .join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stop();
    }

    /** Whatever state it is in, nothing of it is left. */
    private void end() {
        stop();
        crash();
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Connection connect(String database, String user) throws SQLException {
        return DriverManager.getConnection(url(database, port), user, "secret");
    }

    void execute(String database, String sql) {
        try (Connection connection = connect(database, SUPERUSER);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    static String url(String database, int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }
}
