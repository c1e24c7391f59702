package dev.signalbox.embedded.mysql;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.CommandExecution;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.LocalServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A MariaDB or MySQL server on this machine. */
public final class LocalMySql extends LocalServer {
    /** The administrator of a test server, without a password. */
    public static final String USER = "root";

    /** What a test server commits survives the death of its process, and is not written to disk at once. */
    private static final List<String> FAST =
            List.of("--innodb-flush-log-at-trx-commit=2", "--innodb-flush-method=nosync", "--innodb-doublewrite=0");

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(20);

    private final MySqlBrand brand;
    private final ChildCommand command;

    private LocalMySql(MySqlBrand brand, int port, ChildCommand command) {
        super(port, START, STOP);
        this.brand = brand;
        this.command = command;
    }

    public static boolean isInstalled() {
        try {
            MySqlPrograms _ = MySqlPrograms.find(MySqlBrand.MARIADB);
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public static LocalMySql start(Path folder) throws IOException, InterruptedException {
        return start(folder, FreePort.find());
    }

    /** Starts a MariaDB test server with its data in this folder, which may contain data of earlier runs. */
    public static LocalMySql start(Path folder, int port) throws IOException, InterruptedException {
        MySqlPrograms programs = MySqlPrograms.find(MySqlBrand.MARIADB);
        Path data = Files.createDirectories(folder).toAbsolutePath().resolve("data");
        Path log = folder.toAbsolutePath().resolve("mariadb.log");
        // Another account might have no access to the build folder
        String account = CommandExecution.isRoot() ? USER : "";
        if (!Files.isDirectory(data.resolve("files").resolve("mysql"))) {
            Files.createDirectories(data.resolve("temporary"));
            initialize(programs, data, account, List.of("--auth-root-authentication-method=normal"), log);
        }
        List<String> settings = new ArrayList<>(FAST);
        settings.add("--bind-address=127.0.0.1");
        return run(programs, port, command(programs, data, account, port, settings, log));
    }

    /** Starts an empty server as an unprivileged account, with first statements; its data are removed when it stops. */
    public static LocalMySql startIn(
            RunFolder folder, MySqlPrograms programs, List<String> settings, List<String> statements)
            throws IOException, InterruptedException {
        Optional<ServerAccount> account = ServerAccount.needed();
        Path data = folder.createData();
        Path temporary = Files.createDirectory(data.resolve("temporary"));
        Path start = folder.write("start.sql", String.join(";\n", statements) + ";\n");
        try {
            if (account.isPresent()) {
                folder.letThrough(account.get().group());
                for (Path file : List.of(data, temporary, start)) {
                    Files.setOwner(file, account.get().user());
                }
            }
            String name = account.map(ServerAccount::name).orElse("");
            Path log = folder.file(programs.brand().client() + ".log");
            initialize(programs, data, name, List.of(), log);
            int port = FreePort.find();
            List<String> all = new ArrayList<>(settings);
            all.add("--init-file=" + start);
            // Its files are removed, so it need not clean up first
            ChildCommand command = command(programs, data, name, port, all, log).withSignals("KILL", "KILL");
            return run(programs, port, command.removing(data));
        } finally {
            Files.deleteIfExists(start);
        }
    }

    private static void initialize(MySqlPrograms programs, Path data, String account, List<String> more, Path log)
            throws IOException, InterruptedException {
        List<String> words = onFiles(programs.initializer(), data, account);
        words.addAll(List.of(programs.brand().initializerOptions().split(" ")));
        words.addAll(more);
        ChildCommand.of(programs.brand().title(), words, log).start().awaitSuccess(START);
    }

    private static ChildCommand command(
            MySqlPrograms programs, Path data, String account, int port, List<String> settings, Path log) {
        List<String> words = onFiles(programs.server(), data, account);
        // A socket path is limited to about a hundred characters: this one is relative to the data folder
        words.addAll(List.of("--socket=socket", "--pid-file=" + data.resolve("server.pid"), "--port=" + port));
        words.addAll(settings);
        return ChildCommand.of(programs.brand().title(), words, log);
    }

    /** Runs a program on our files only, not on folders that belong to the system's own server. */
    private static List<String> onFiles(Path program, Path data, String account) {
        Path temporary = data.resolve("temporary");
        List<String> words = new ArrayList<>(List.of(
                program.toString(),
                "--no-defaults",
                "--datadir=" + data.resolve("files"),
                "--tmpdir=" + temporary,
                "--secure-file-priv=" + temporary));
        if (!account.isEmpty()) {
            words.add("--user=" + account);
        }
        return words;
    }

    private static LocalMySql run(MySqlPrograms programs, int port, ChildCommand command)
            throws IOException, InterruptedException {
        LocalMySql server = new LocalMySql(programs.brand(), port, command);
        server.ensureStarted();
        return server;
    }

    @Override
    protected ChildCommand command() {
        return command;
    }

    /** A ready server sends a greeting to its clients. */
    @Override
    protected boolean isReady() {
        return answers(new byte[0], first -> first >= 0);
    }

    public String url(String database) {
        return "jdbc:" + brand.client() + "://127.0.0.1:" + port() + "/" + database;
    }

    /** The account that runs a server if root starts it. */
    record ServerAccount(String name, UserPrincipal user, GroupPrincipal group) {
        private static final List<String> UNPRIVILEGED = List.of("mysql", "nobody");

        /** Empty unless this process runs as root: otherwise a server runs under the current account. */
        static Optional<ServerAccount> needed() throws IOException, InterruptedException {
            if (!CommandExecution.isRoot()) {
                return Optional.empty();
            }
            for (String name : UNPRIVILEGED) {
                String group = CommandExecution.output("id", "-gn", name);
                if (!group.isEmpty()) {
                    UserPrincipalLookupService accounts =
                            Path.of("/").getFileSystem().getUserPrincipalLookupService();
                    return Optional.of(new ServerAccount(
                            name, accounts.lookupPrincipalByName(name), accounts.lookupPrincipalByGroupName(group)));
                }
            }
            throw new IOException("a server must not run as root, and of the accounts that it could run as ("
                    + String.join(", ", UNPRIVILEGED) + ") there is none: start it as another user");
        }
    }
}
