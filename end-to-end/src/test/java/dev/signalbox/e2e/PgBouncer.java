package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of the database, or a skipped test where there is none. */
final class PgBouncer implements AutoCloseable {
    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static PgBouncer start(Outbox outbox, String poolMode) throws IOException {
        Path program = program();
        int port = Folders.freePort();
        Path folder = Folders.work("pgbouncer-" + port);
        Path configuration = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                auth_type = any
                unix_socket_dir =
                ignore_startup_parameters = extra_float_digits,options
                pool_mode = %s
                """.formatted(
                        outbox.server().port(), outbox.role(), Outbox.PASSWORD, port, poolMode));
        // It refuses to run as root, and reads its file before it changes the user.
        List<String> command = "root".equals(System.getProperty("user.name"))
                ? List.of(program.toString(), "-q", "-u", "nobody", configuration.toString())
                : List.of(program.toString(), "-q", configuration.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                .start();
        PgBouncer started = new PgBouncer(process, port);
        await().atMost(EndToEndTest.seconds(10)).until(started::answers);
        return started;
    }

    int port() {
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
        Optional<Path> present = Stream.concat(
                        Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
        String message = "SKIPPED: the refusal of a pooling proxy, because pgbouncer is not installed";
        if (present.isEmpty() && "true".equals(System.getenv("CI"))) {
            Assertions.fail(message);
        }
        Assumptions.assumeTrue(present.isPresent(), message);
        return present.orElseThrow();
    }
}
