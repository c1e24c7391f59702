package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.process.ChildPrograms;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A node of the platform: the program in a process of its own, with a database of its own on the common server. */
final class PlatformNode implements AutoCloseable {
    static final List<String> HEAP = List.of("-Xmx256m");
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(30);

    private final PlatformBenchContext context;
    private final String name;
    private final PostgresServer database;
    private final BenchPlatformTables tables;
    private final Path configuration;
    private final String token = Passwords.random();
    private final int port = FreePort.find();
    private @Nullable ChildProcess process;

    /** Creates an empty database; {@link #start()} starts the node. */
    PlatformNode(PlatformBenchContext context, String name) throws IOException, SQLException {
        this.context = context;
        this.name = "bench_" + name;
        onServer("DROP DATABASE IF EXISTS " + this.name);
        onServer("CREATE DATABASE " + this.name);
        PostgresSettings server = context.server().connection();
        String url = server.url().replaceFirst("/[^/]*$", "/" + this.name);
        this.database = new PostgresServer(PostgresSettings.of(url, server.username(), server.password()));
        database.open();
        this.tables = new BenchPlatformTables(database);
        this.configuration = context.folder()
                .write(this.name + ".yaml", """
                signalbox:
                  security:
                    admin-token: %s
                  platform:
                    enabled: true
                    database-url: %s
                    database-username: %s
                    database-password: %s
                  webhooks:
                    allow-private-targets: true
                """.formatted(token, url, server.username(), server.password()));
    }

    /** A node that is ready. */
    static PlatformNode started(PlatformBenchContext context, String name) throws Exception {
        PlatformNode node = new PlatformNode(context, name);
        try {
            node.start();
            return node;
        } catch (IOException | InterruptedException e) {
            node.close();
            throw e;
        }
    }

    /** Returns when it is ready; how long that took, in seconds. */
    double start() throws IOException, InterruptedException {
        long begin = Clock.SYSTEM.nanos();
        ChildProcess started = new ChildPrograms(context.folder().path())
                .signalbox(
                        name,
                        HEAP,
                        Map.of("SIGNALBOX_NODE_NAME", name),
                        "serve",
                        "--config",
                        configuration.toString(),
                        "--port",
                        String.valueOf(port))
                .start();
        process = started;
        ChildPrograms.awaitOk(started, port, "/health/ready", START);
        return (Clock.SYSTEM.nanos() - begin) / 1e9;
    }

    void stop() {
        if (process != null) {
            process.end(STOP);
        }
        process = null;
    }

    PostgresServer database() {
        return database;
    }

    BenchPlatformTables tables() {
        return tables;
    }

    PlatformClient client() {
        return new PlatformClient(this::connect);
    }

    HttpConnection connect() {
        return new HttpConnection(port, token);
    }

    /** The processor time that it has taken. */
    double cpuMicros() {
        return ChildPrograms.cpuMicros(process());
    }

    /** The most memory that it has taken. */
    double mostMegabytes() {
        return ChildPrograms.megabytes(process().pid(), "VmHWM");
    }

    private ChildProcess process() {
        return Objects.requireNonNull(process);
    }

    private void onServer(String sql) throws SQLException {
        try (Connection connection = context.server().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        stop();
        tables.close();
        database.close();
        onServer("DROP DATABASE " + name + " WITH (FORCE)");
    }
}
