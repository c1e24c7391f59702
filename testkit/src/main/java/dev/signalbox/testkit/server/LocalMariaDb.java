package dev.signalbox.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A MariaDB server of our own on this machine, with its settings as they come. Its files stay in a folder that is given;
 * it ends when it is closed, and with this process at the latest.
 */
public final class LocalMariaDb implements AutoCloseable {
    /** The user that may do everything, without a password. */
    public static final String USER = "root";

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(20);

    private final Process process;
    private final int port;
    private final Path socketFolder;
    private final Thread hook = new Thread(this::end, "end of MariaDB");

    private LocalMariaDb(Process process, int port, Path socketFolder) {
        this.process = process;
        this.port = port;
        this.socketFolder = socketFolder;
    }

    /** Whether the server's programs are installed here. */
    public static boolean isInstalled() {
        return ProgramFinder.find("mariadbd").isPresent()
                && ProgramFinder.find("mariadb-install-db").isPresent();
    }

    /** Starts a server on a free port. */
    public static LocalMariaDb start(Path folder) throws IOException, InterruptedException {
        return start(folder, FreePort.find());
    }

    /**
     * Starts a server with its data in this folder, where it may have run before.
     *
     * @throws IllegalStateException if it is not installed or does not start; the message says where its log is
     */
    public static LocalMariaDb start(Path folder, int port) throws IOException, InterruptedException {
        Path data = Files.createDirectories(folder).toAbsolutePath().resolve("data");
        Path log = folder.toAbsolutePath().resolve("mariadb.log");
        if (!Files.isDirectory(data.resolve("mysql"))) {
            install(data, log);
        }
        // A socket's path may have about a hundred characters only, which the folder of a build may exceed
        Path sockets = Files.createTempDirectory("mariadb");
        List<String> command = new ArrayList<>(List.of(
                program("mariadbd"),
                "--no-defaults",
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + sockets.resolve("s"),
                "--pid-file=" + folder.toAbsolutePath().resolve("mariadb.pid")));
        asRoot(command);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        LocalMariaDb server = new LocalMariaDb(process, port, sockets);
        Runtime.getRuntime().addShutdownHook(server.hook);
        server.awaitAnswer(log);
        return server;
    }

    private static void install(Path data, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program("mariadb-install-db"),
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        asRoot(command);
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("mariadb-install-db ended with " + exit + "; see " + log);
        }
    }

    // Only root has to be named, and may be; everybody else runs the server as themselves
    private static void asRoot(List<String> command) {
        if (USER.equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
    }

    private static String program(String name) {
        return ProgramFinder.find(name)
                .map(Path::toString)
                .orElseThrow(() -> new IllegalStateException(name + " is not installed (Debian: mariadb-server)"));
    }

    private void awaitAnswer(Path log) throws InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (!answers()) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                close();
                throw new IllegalStateException("MariaDB did not start on port " + port + "; see " + log);
            }
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            // A server that is ready greets whoever connects
            socket.setSoTimeout(1_000);
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /** The URL of a database on it. */
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already, and the hook with it
            return;
        }
    }

    private void end() {
        process.destroy();
        Optional<Process> ended = Optional.of(process.onExit()
                .completeOnTimeout(process, STOP.toSeconds(), TimeUnit.SECONDS)
                .join());
        if (ended.get().isAlive()) {
            process.destroyForcibly().onExit().join();
        }
        try {
            Files.deleteIfExists(socketFolder.resolve("s"));
            Files.deleteIfExists(socketFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
