package dev.signalbox.demo.database;

import dev.signalbox.demo.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An empty PostgreSQL of our own, with durable settings, that ends when this program does, however it ends. */
public final class SupervisedPostgres implements AutoCloseable {
    public static final String SUPERUSER = "postgres";
    public static final String DATABASE = "postgres";

    private final Supervisor supervisor;
    private final int port;
    private final String password;

    private SupervisedPostgres(Supervisor supervisor, int port, String password) {
        this.supervisor = supervisor;
        this.port = port;
        this.password = password;
    }

    /**
     * Starts it in a folder.
     *
     * @param settings further lines of its configuration, as {@code name=value}
     */
    public static SupervisedPostgres start(RunFolder folder, List<String> settings)
            throws IOException, InterruptedException {
        String password = Passwords.random();
        Path passwordFile = folder.write("password", password + "\n");
        try {
            Path bin = PostgresBinaries.folder(System.getenv(), folder.file("cache"));
            int port = Ports.any();
            List<String> arguments =
                    new ArrayList<>(List.of(bin.toString(), passwordFile.toString(), String.valueOf(port)));
            settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
            Supervisor.Task task = new Supervisor.Task(
                    "PostgreSQL", "postgresql.sh", folder.file(RunFolder.DATA), folder.file("postgres.log"), arguments);
            return new SupervisedPostgres(Supervisor.start(wrapper(), task), port, password);
        } finally {
            Files.deleteIfExists(passwordFile);
        }
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** The superuser's. Nobody but this program knows it: with a known one, any user of this machine could come in. */
    public String password() {
        return password;
    }

    /** Its address. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
    }

    private static List<String> wrapper() throws IOException, InterruptedException {
        if (!Commands.isRoot()) {
            return List.of();
        }
        if (!mayLeaveRoot()) {
            throw new IOException("PostgreSQL refuses to run as root, and `unshare -U`, which would let it run as "
                    + "nobody, is not allowed here: start it as another user");
        }
        return List.of("unshare", "-U");
    }

    private static boolean mayLeaveRoot() throws InterruptedException {
        try {
            String user = Commands.output("unshare", "-U", "id", "-u");
            return !user.isEmpty() && !user.equals("0");
        } catch (IOException e) {
            return false; // there is no such program
        }
    }
}
