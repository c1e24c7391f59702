package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.CommandExecution;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.InstalledPrograms;
import dev.signalbox.embedded.process.LocalServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real PgBouncer in front of a PostgreSQL on this machine. */
public final class LocalPgBouncer extends LocalServer {
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(5);

    /** Every server answers it with one letter. */
    private static final byte[] SSL_REQUEST = {0, 0, 0, 8, 4, (byte) 210, 22, 47};

    private final Path program;
    private final String configuration;

    private LocalPgBouncer(Path program, int port, String configuration) {
        super(port, START, STOP);
        this.program = program;
        this.configuration = configuration;
    }

    public static boolean isInstalled() {
        return InstalledPrograms.find("pgbouncer").isPresent();
    }

    /** Starts PgBouncer in front of a server, such as {@code port=5432 user=postgres}, with more settings. */
    public static LocalPgBouncer start(String server, String poolMode, String... more)
            throws IOException, InterruptedException {
        Path program =
                InstalledPrograms.find("pgbouncer").orElseThrow(() -> new IOException("pgbouncer is not installed"));
        int port = FreePort.find();
        LocalPgBouncer pgBouncer =
                new LocalPgBouncer(program, port, """
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
        pgBouncer.ensureStarted();
        return pgBouncer;
    }

    @Override
    protected ChildCommand command() throws IOException, InterruptedException {
        // Other users may have no access to the build folder, and PgBouncer refuses to run as root: it reads its
        // configuration before it changes the user, and everything else is in that one file.
        Path folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "pgbouncer-" + port()));
        Path file = Files.writeString(folder.resolve("pgbouncer.ini"), configuration);
        List<String> command = new ArrayList<>(List.of(program.toString(), "-q", file.toString()));
        if (CommandExecution.isRoot()) {
            command.addAll(2, List.of("-u", "nobody"));
        }
        return ChildCommand.of("PgBouncer", command, folder.resolve("pgbouncer.log"))
                .removing(folder);
    }

    @Override
    protected boolean isReady() {
        return answers(SSL_REQUEST, first -> first >= 0);
    }
}
