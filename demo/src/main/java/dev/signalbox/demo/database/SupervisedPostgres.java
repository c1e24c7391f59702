package dev.signalbox.demo.database;

import dev.signalbox.demo.Ports;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An empty PostgreSQL of our own, with durable settings, that ends when this program does, however it ends. */
public final class SupervisedPostgres implements AutoCloseable {
    public static final String SUPERUSER = "postgres";
    public static final String DATABASE = "postgres";
    private static final int STOP_SECONDS = 35;

    private final Process supervisor;
    private final Path data;
    private final int port;
    private final String password;

    private SupervisedPostgres(Process supervisor, Path data, int port, String password) {
        this.supervisor = supervisor;
        this.data = data;
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
        String password = random();
        Path passwordFile = folder.file("password");
        Files.writeString(passwordFile, password + "\n");
        Path bin = PostgresBinaries.folder(System.getenv(), folder.file("cache"));
        int port = Ports.any();
        Path log = folder.file("postgres.log");
        Path data = folder.file(RunFolder.DATA);
        List<String> arguments = new ArrayList<>(List.of(
                bin.toString(), data.toString(), passwordFile.toString(), String.valueOf(port), log.toString()));
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        SupervisedPostgres postgres = new SupervisedPostgres(launch(arguments), data, port, password);
        try {
            postgres.awaitReady(log);
            return postgres;
        } catch (IOException | RuntimeException e) {
            postgres.close();
            throw e;
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

    /** Its main process, for as long as there is one. */
    public Optional<ProcessHandle> postmaster() throws IOException {
        return Leftovers.postmaster(data);
    }

    /** The end of its input is the supervisor's sign to stop the database and to remove its files. */
    @Override
    public void close() throws IOException {
        Optional<ProcessHandle> postmaster = postmaster();
        supervisor.getOutputStream().close();
        try {
            if (!supervisor.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                supervisor.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        postmaster.filter(ProcessHandle::isAlive).ifPresent(Leftovers::end);
    }

    private static Process launch(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            if (!mayLeaveRoot()) {
                throw new IOException("PostgreSQL refuses to run as root, and `unshare -U`, which would let it run as "
                        + "nobody, is not allowed here: start it as another user");
            }
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of("sh", "-c", Resource.text("supervise.sh"), "signalbox-demo-postgres"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static boolean isRoot() throws IOException, InterruptedException {
        return output("id", "-u").equals("0");
    }

    private static boolean mayLeaveRoot() throws InterruptedException {
        try {
            String user = output("unshare", "-U", "id", "-u");
            return !user.isEmpty() && !user.equals("0");
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? text : "";
    }

    private void awaitReady(Path log) throws IOException {
        BufferedReader said = supervisor.inputReader(StandardCharsets.UTF_8);
        if (!"ready".equals(said.readLine())) {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of("(it said nothing)");
            List<String> last = lines.subList(Math.max(0, lines.size() - 8), lines.size());
            throw new IOException("PostgreSQL did not start:\n  " + String.join("\n  ", last));
        }
    }

    private static String random() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
