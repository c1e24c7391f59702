package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.Commands;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.InstalledPrograms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real PgBouncer in front of a PostgreSQL on this machine. */
public final class LocalPgBouncer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final ChildProcess process;
    private final int port;

    private LocalPgBouncer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    public static boolean isInstalled() {
        return InstalledPrograms.find("pgbouncer").isPresent();
    }

    /**
     * Starts PgBouncer on a free port.
     *
     * @param server the connection string of the server, such as {@code port=5432 user=postgres}
     * @param more further lines of its configuration
     */
    public static LocalPgBouncer start(String server, String poolMode, String... more)
            throws IOException, InterruptedException {
        Path program =
                InstalledPrograms.find("pgbouncer").orElseThrow(() -> new IOException("pgbouncer is not installed"));
        int port = FreePort.find();
        // Other users may have no access to the build folder, and PgBouncer refuses to run as root: it reads its
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
        List<String> command = new ArrayList<>(List.of(program.toString(), "-q", configuration.toString()));
        if (Commands.isRoot()) {
            command.addAll(2, List.of("-u", "nobody"));
        }
        ChildProcess process = ChildCommand.of("PgBouncer", command, folder.resolve("pgbouncer.log"))
                .removing(folder)
                .start();
        process.awaitReady(() -> answers(port), START);
        return new LocalPgBouncer(process, port);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.end(STOP);
    }
}
