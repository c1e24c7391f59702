package dev.signalbox.testkit.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of a PostgreSQL on this machine. A test that needs it is skipped where it is not installed. */
public final class LocalPgBouncer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);

    private final Process process;
    private final int port;

    private LocalPgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it on a free port.
     *
     * @param server where it connects to and as whom, such as {@code port=5432 user=postgres}
     * @param more further lines of its configuration
     */
    public static LocalPgBouncer start(String server, String poolMode, String... more) throws IOException {
        Path program = program();
        int port = FreePort.find();
        // Only its owner can enter the build folder, perhaps, and PgBouncer refuses to run as root: it reads its
        // configuration before it changes the user, and everything else is in that one file.
        Path folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "pgbouncer-" + port));
        Path configuration = Files.writeString(
                folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 %s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                auth_type = any
                unix_socket_dir =
                pool_mode = %s
                %s
                """.formatted(server, port, poolMode, String.join("\n", more)));
        List<String> command = "root".equals(System.getProperty("user.name"))
                ? List.of(program.toString(), "-q", "-u", "nobody", configuration.toString())
                : List.of(program.toString(), "-q", configuration.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                .start();
        LocalPgBouncer started = new LocalPgBouncer(process, port);
        await().atMost(START).until(started::answers);
        return started;
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        if (process.onExit()
                .completeOnTimeout(process, 5, TimeUnit.SECONDS)
                .join()
                .isAlive()) {
            process.destroyForcibly().onExit().join();
        }
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("PgBouncer ended with " + process.exitValue() + "; see its log in target");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path program() {
        Optional<Path> present = ProgramFinder.find("pgbouncer");
        String message = "SKIPPED: what is said of a pooling proxy, because pgbouncer is not installed";
        if (present.isEmpty() && "true".equals(System.getenv("CI"))) {
            Assertions.fail(message);
        }
        Assumptions.assumeTrue(present.isPresent(), message);
        return present.orElseThrow();
    }
}
