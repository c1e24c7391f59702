package dev.signalbox.postgres.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.signalbox.postgres.connection.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of the test server. */
public final class PgBouncer implements AutoCloseable {
    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it in the given pool mode, with further lines of its configuration. */
    public static PgBouncer start(String poolMode, String... more) throws IOException, InterruptedException {
        Path program = program();
        int port = freePort();
        // Only its owner can enter the build folder, perhaps, and PgBouncer refuses to run as root: it reads its
        // configuration before it changes the user, and everything else is in that one file.
        Path folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "pgbouncer-" + port));
        Path configuration = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=%s password=secret
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                auth_type = any
                unix_socket_dir =
                pool_mode = %s
                %s
                """.formatted(
                        TestDatabase.port(), TestDatabase.SUPERUSER, port, poolMode, String.join("\n", more)));
        List<String> command = isRoot()
                ? List.of(program.toString(), "-q", "-u", "nobody", configuration.toString())
                : List.of(program.toString(), "-q", configuration.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                .start();
        PgBouncer started = new PgBouncer(process, port);
        await().atMost(Duration.ofSeconds(10)).until(started::answers);
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

    private static Path program() throws IOException, InterruptedException {
        Optional<Path> present = find("pgbouncer");
        if (present.isEmpty() && isRoot() && find("apt-get").isPresent()) {
            run("apt-get", "update");
            run("apt-get", "install", "-y", "--no-install-recommends", "pgbouncer");
            present = find("pgbouncer");
        }
        if (present.isEmpty()) {
            skip("SKIPPED: the refusal of a pooling proxy, because pgbouncer is neither installed nor can be");
        }
        return present.orElseThrow();
    }

    private static void skip(String message) {
        if ("true".equals(System.getenv("CI"))) {
            Assertions.fail(message);
        }
        System.out.println(message);
        Assumptions.abort(message);
    }

    private static Optional<Path> find(String program) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            System.out.println(String.join(" ", command) + " failed: " + output);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
