package dev.signalbox.demo.database;

import dev.signalbox.demo.Ports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL of our own, with durable settings, that ends when this program does, however it ends. */
public final class ShopDatabase implements AutoCloseable {
    public static final String NAME = "shop";
    public static final String SHOP = "shop";
    public static final String RELAY = "signalbox";
    private static final String SUPERUSER = "postgres";
    private static final int STOP_SECONDS = 35;

    private final Process supervisor;
    private final Path data;
    private final int port;

    private ShopDatabase(Process supervisor, Path data, int port) {
        this.supervisor = supervisor;
        this.data = data;
        this.port = port;
    }

    /** Starts it in a folder and makes the tables. */
    public static ShopDatabase start(RunFolder folder) throws IOException, InterruptedException, SQLException {
        String password = random();
        Path passwordFile = folder.file("password");
        Files.writeString(passwordFile, password + "\n");
        Path bin = PostgresBinaries.folder(System.getenv(), folder.file("cache"));
        int port = Ports.any();
        Path log = folder.file("postgres.log");
        Path data = folder.file(RunFolder.DATA);
        Process supervisor = launch(List.of(
                bin.toString(), data.toString(), passwordFile.toString(), String.valueOf(port), log.toString()));
        ShopDatabase database = new ShopDatabase(supervisor, data, port);
        try {
            database.awaitReady(log);
            database.prepare(password);
            return database;
        } catch (IOException | SQLException | RuntimeException e) {
            database.close();
            throw e;
        } finally {
            Files.deleteIfExists(passwordFile);
        }
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Its address. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + NAME;
    }

    /** A connection as the shop's own user. */
    public Connection connect(String application) throws SQLException {
        return connect(application, SHOP);
    }

    /** A connection as the relay's user, who may see the relay's own tables. */
    public Connection connectAsRelay(String application) throws SQLException {
        return connect(application, RELAY);
    }

    private Connection connect(String application, String user) throws SQLException {
        PGSimpleDataSource source = source(NAME, user, user);
        source.setApplicationName(application);
        return source.getConnection();
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
                        + "nobody, is not allowed here: start the demo as another user");
            }
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of("sh", "-c", resource("supervise.sh"), "signalbox-demo-postgres"));
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

    private void prepare(String password) throws SQLException {
        execute(
                source("postgres", SUPERUSER, password),
                "CREATE ROLE " + SHOP + " LOGIN PASSWORD '" + SHOP + "'",
                "CREATE ROLE " + RELAY + " LOGIN PASSWORD '" + RELAY + "'",
                "CREATE DATABASE " + NAME + " OWNER " + SHOP,
                "GRANT CREATE ON DATABASE " + NAME + " TO " + RELAY);
        execute(source(NAME, SUPERUSER, password), "GRANT CREATE ON SCHEMA public TO " + SHOP);
        execute(source(NAME, SHOP, SHOP), resource("schema.sql"));
    }

    private static void execute(PGSimpleDataSource source, String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private PGSimpleDataSource source(String database, String user, String password) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(password);
        source.setConnectTimeout(10);
        source.setSocketTimeout(60);
        return source;
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(ShopDatabase.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a part of the program cannot be read: " + name, e);
        }
    }

    /** Nobody needs the superuser's password afterwards; with a known one, any user of this machine could use it. */
    private static String random() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
