package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server on a free port of this machine. */
public final class LocalPostgres extends LocalServer {
    public static final String SUPERUSER = "postgres";
    public static final String DATABASE = "postgres";

    private static final List<String> DURABLE = List.of("fsync=on", "synchronous_commit=on", "full_page_writes=on");
    /** Its log stays small too, because its files may be in memory. */
    private static final List<String> FAST = List.of(
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "wal_init_zero=off",
            "min_wal_size=32MB",
            "max_wal_size=160MB");

    private static final int TEST_CONNECTIONS = 300;
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(20);
    /** The line of the pid file that contains the server's status. */
    private static final int STATUS_LINE = 7;

    private final PostgresPrograms programs;
    private final Path data;
    private final Path log;
    private final String password;
    private @Nullable Path removed;
    private @Nullable RunFolder ownFolder;

    private LocalPostgres(Path data, Path log, String password, Path spare) throws IOException, InterruptedException {
        super(FreePort.find(), START, STOP);
        this.programs = PostgresPrograms.find(spare);
        this.data = data;
        this.log = log;
        this.password = password;
    }

    private static LocalPostgres in(RunFolder folder, String password) throws IOException, InterruptedException {
        return new LocalPostgres(folder.data(), folder.file("postgres.log"), password, folder.file("cache"));
    }

    /** Starts a test server: not durable, and every user may connect without a password. */
    public static LocalPostgres start() {
        return start(TEST_CONNECTIONS);
    }

    public static LocalPostgres start(int maxConnections) {
        try {
            RunFolder folder = RunFolder.create();
            LocalPostgres server = in(folder, "");
            server.ownFolder = folder;
            server.removed = folder.path();
            server.initialize(List.of("-A", "trust"), FAST, List.of("max_connections=" + maxConnections));
            server.ensureStarted();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL started", e);
        }
    }

    /** Starts an empty, durable server with a random password in a folder; its data are removed when it stops. */
    public static LocalPostgres startDurable(RunFolder folder, List<String> settings)
            throws IOException, InterruptedException {
        String password = Passwords.random();
        Path passwordFile = folder.write("password", password + "\n");
        try {
            LocalPostgres server = in(folder, password);
            server.removed = server.data;
            server.initialize(List.of("-A", "scram-sha-256", "--pwfile=" + passwordFile), DURABLE, settings);
            server.ensureStarted();
            return server;
        } finally {
            Files.deleteIfExists(passwordFile);
        }
    }

    /** Prepares a durable test server that can be stopped and started on the same data; all users may connect. */
    public static LocalPostgres prepareDurable(Path folder, List<String> settings)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        LocalPostgres server =
                new LocalPostgres(home.resolve("data"), home.resolve("postgres.log"), "", home.resolve("cache"));
        server.initialize(List.of("-A", "trust"), DURABLE, settings);
        return server;
    }

    /** Creates the files of an empty database without fsync; later commits are durable. */
    private void initialize(List<String> authentication, List<String> durability, List<String> settings)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("-D", data.toString(), "-U", SUPERUSER, "--no-sync", "--no-locale", "-E", "UTF8"));
        arguments.addAll(authentication);
        List<String> all = new ArrayList<>(
                List.of("listen_addresses=127.0.0.1", "port=" + port(), "unix_socket_directories=", "timezone=UTC"));
        all.addAll(durability);
        all.addAll(settings);
        all.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        programs.command("initdb", arguments, log).start().awaitSuccess(START);
    }

    @Override
    protected ChildCommand command() throws IOException {
        // A pid file from a crash would be taken for that of the new server
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        // On SIGINT a server ends its sessions and stops gracefully; SIGKILL would leave shared memory behind
        ChildCommand command = programs.command("postgres", List.of("-D", data.toString()), log)
                .withSignals("INT", "INT");
        return removed == null ? command : command.removing(removed);
    }

    @Override
    protected boolean isReady() {
        try {
            Path file = data.resolve("postmaster.pid");
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
        } catch (IOException e) {
            return false; // it is just being written
        }
    }

    /** The superuser's password. It is random, because with a known one any user of this machine could connect. */
    public String password() {
        return password;
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    }

    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), SUPERUSER, password);
    }

    public void execute(String database, String... statements) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public void createDatabase(String name) {
        try {
            execute(DATABASE, "CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("could not create " + name, e);
        }
    }

    /** Stops the server without a checkpoint: it has to recover at the next start. */
    public void crash() {
        running().signal("QUIT");
        close();
    }

    @Override
    public void close() {
        super.close();
        if (ownFolder != null) {
            try {
                ownFolder.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
