package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
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

/** A PostgreSQL of our own on a free port of this machine, which ends when this process does, however it ends. */
public final class LocalPostgres implements AutoCloseable {
    public static final String SUPERUSER = "postgres";
    public static final String DATABASE = "postgres";

    private static final List<String> DURABLE = List.of("fsync=on", "synchronous_commit=on", "full_page_writes=on");
    private static final List<String> FAST = List.of("fsync=off", "synchronous_commit=off", "full_page_writes=off");
    private static final int TEST_CONNECTIONS = 300;
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(20);
    /** The line of its pid file in which a server says how far it is. */
    private static final int STATUS_LINE = 7;

    private final PostgresPrograms programs;
    private final ChildCommand command;
    private final Path data;
    private final int port;
    private final String password;
    private @Nullable RunFolder ownFolder;
    private @Nullable ChildProcess process;

    private LocalPostgres(PostgresPrograms programs, Path data, Path log, int port, String password) {
        this.programs = programs;
        this.data = data;
        this.port = port;
        this.password = password;
        // SIGINT lets a server end its sessions and itself in order, SIGKILL would leave shared memory behind
        this.command = programs.command("postgres", List.of("-D", data.toString()), log)
                .withSignals("INT", "INT");
    }

    /** Starts one for tests: not durable, every user may come in without a password. */
    public static LocalPostgres start() {
        return start(TEST_CONNECTIONS);
    }

    public static LocalPostgres start(int maxConnections) {
        try {
            RunFolder folder = RunFolder.create();
            PostgresPrograms programs = PostgresPrograms.find(folder.file("cache"));
            LocalPostgres server =
                    new LocalPostgres(programs, folder.data(), folder.file("postgres.log"), FreePort.find(), "");
            server.ownFolder = folder;
            server.initialize(List.of("-A", "trust"), FAST, List.of("max_connections=" + maxConnections));
            server.run(server.command.removing(folder.path()));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL started", e);
        }
    }

    /**
     * Starts an empty one with durable settings and a random password in a folder of its own; the data are removed when it
     * ends.
     *
     * @param settings further lines of its configuration, as {@code name=value}
     */
    public static LocalPostgres startDurable(RunFolder folder, List<String> settings)
            throws IOException, InterruptedException {
        String password = Passwords.random();
        Path passwordFile = folder.write("password", password + "\n");
        try {
            PostgresPrograms programs = PostgresPrograms.find(folder.file("cache"));
            LocalPostgres server =
                    new LocalPostgres(programs, folder.data(), folder.file("postgres.log"), FreePort.find(), password);
            server.initialize(List.of("-A", "scram-sha-256", "--pwfile=" + passwordFile), DURABLE, settings);
            server.run(server.command.removing(server.data));
            return server;
        } finally {
            Files.deleteIfExists(passwordFile);
        }
    }

    /** Prepares a durable one for tests, to be started and stopped again on the same data; all users may come in. */
    public static LocalPostgres prepareDurable(Path folder, List<String> settings)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        PostgresPrograms programs = PostgresPrograms.find(home.resolve("cache"));
        LocalPostgres server =
                new LocalPostgres(programs, home.resolve("data"), home.resolve("postgres.log"), FreePort.find(), "");
        server.initialize(List.of("-A", "trust"), DURABLE, settings);
        return server;
    }

    /** The files of an empty database needn't reach the disk before anything is in it; what is committed later does. */
    private void initialize(List<String> authentication, List<String> durability, List<String> settings)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("-D", data.toString(), "-U", SUPERUSER, "--no-sync", "--no-locale", "-E", "UTF8"));
        arguments.addAll(authentication);
        List<String> all = new ArrayList<>(
                List.of("listen_addresses=127.0.0.1", "port=" + port, "unix_socket_directories=", "timezone=UTC"));
        all.addAll(durability);
        all.addAll(settings);
        all.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        programs.command("initdb", arguments, command.log()).start().awaitSuccess(START);
    }

    /** Starts it, if it does not run. */
    public synchronized void resume() throws IOException, InterruptedException {
        if (process == null) {
            run(command);
        }
    }

    private void run(ChildCommand how) throws IOException, InterruptedException {
        // What a crash has left would be taken for that of the new server
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        ChildProcess started = how.start();
        started.awaitReady(this::isReady, START);
        process = started;
    }

    private boolean isReady() {
        try {
            Path file = data.resolve("postmaster.pid");
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
        } catch (IOException e) {
            return false; // it is just being written
        }
    }

    public int port() {
        return port;
    }

    /** The superuser's. Only this program knows it: with a known one, any user of this machine could come in. */
    public String password() {
        return password;
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** A connection of the superuser. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), SUPERUSER, password);
    }

    /** Runs statements as the superuser. */
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

    /** Ends it without a checkpoint: it has to recover when it starts again. */
    public synchronized void crash() {
        if (process != null) {
            process.signal("QUIT");
            close();
        }
    }

    /** Ends it in order; sessions are ended. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.end(STOP);
            process = null;
        }
        if (ownFolder != null) {
            try {
                ownFolder.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
