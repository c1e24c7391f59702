package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.CommandExecution;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.InstalledPrograms;
import dev.signalbox.embedded.process.LocalServer;
import dev.signalbox.embedded.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A single-node RabbitMQ with the installed programs, and data and an Erlang port mapper of its own. */
public final class LocalRabbit extends LocalServer {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(15);
    /** The protocol header of AMQP 0-9-1: a ready broker answers it with a method frame, a refusal begins with an A. */
    private static final byte[] PROTOCOL_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    private static final int METHOD_FRAME = 1;
    /** Names the folder of the scripts if they are not in the usual one. */
    private static final String VARIABLE = "SIGNALBOX_RABBITMQ";

    /** RabbitMQ's own scripts, since those on the PATH insist on a dedicated user. */
    private static final Path SCRIPTS =
            Path.of(Optional.ofNullable(System.getenv(VARIABLE)).orElse("/usr/lib/rabbitmq/bin"));

    private static final Path SERVER = SCRIPTS.resolve("rabbitmq-server");
    private static final Path CONTROL = SCRIPTS.resolve("rabbitmqctl");
    private static final String MISSING =
            "RabbitMQ is not installed: rabbitmq-server and rabbitmqctl are not in " + SCRIPTS
                    + ", or Erlang's epmd is missing. Debian, Ubuntu: sudo apt install rabbitmq-server; " + VARIABLE
                    + " names the folder of its scripts if it is another one";

    /** Erlang's port mapper. */
    private final Path epmd;

    private final BrokerFolder folder;
    private final Login login;
    private final @Nullable TlsFiles tls;
    private @Nullable ChildProcess portMapper;

    private LocalRabbit(Path epmd, BrokerFolder folder, Login login, @Nullable TlsFiles tls) {
        super(folder.ports().amqp(), START, STOP);
        this.epmd = epmd;
        this.folder = folder;
        this.login = login;
        this.tls = tls;
    }

    public static boolean isInstalled() {
        return whyNot().isEmpty();
    }

    /** Why no broker can be started here; empty if one can. */
    public static Optional<String> whyNot() {
        return findEpmd().isPresent() ? Optional.empty() : Optional.of(MISSING);
    }

    /** Empty also if the scripts are missing. */
    private static Optional<Path> findEpmd() {
        return InstalledPrograms.isProgram(SERVER) && InstalledPrograms.isProgram(CONTROL)
                ? InstalledPrograms.find("epmd")
                : Optional.empty();
    }

    public static LocalRabbit start(Path folder) throws IOException, InterruptedException {
        return start(folder, RabbitOptions.DEFAULTS);
    }

    public static LocalRabbit start(Path folder, RabbitOptions options) throws IOException, InterruptedException {
        return start(folder, FreePort.find(), options);
    }

    /** Starts a broker with its data in this folder, which may contain data of earlier runs. */
    public static LocalRabbit start(Path folder, int port, RabbitOptions options)
            throws IOException, InterruptedException {
        Path epmd = findEpmd().orElseThrow(() -> new IOException(MISSING));
        BrokerFolder home = BrokerFolder.of(folder, port);
        TlsFiles tls = options.tls() ? TlsFiles.in(home.path()) : null;
        Login login = home.login(options);
        home.configure(login, tls, options);
        LocalRabbit rabbit = new LocalRabbit(epmd, home, login, tls);
        rabbit.ensureStarted();
        return rabbit;
    }

    @Override
    public synchronized void ensureStarted() throws IOException, InterruptedException {
        boolean started = false;
        try {
            super.ensureStarted();
            started = true;
        } finally {
            if (!started) {
                stop();
            }
        }
    }

    @Override
    protected ChildCommand command() throws IOException {
        portMapper = command(epmd, folder.path().resolve("epmd.log")).start();
        return command(SERVER, log());
    }

    private ChildCommand command(Path program, Path log) {
        return ChildCommand.of("RabbitMQ", List.of(program.toString()), log).withEnvironment(folder::adjust);
    }

    @Override
    protected boolean isReady() {
        return answers(PROTOCOL_HEADER, first -> first == METHOD_FRAME);
    }

    public String host() {
        return "127.0.0.1";
    }

    public String address() {
        return host() + ":" + port();
    }

    public String user() {
        return login.user();
    }

    public String password() {
        return login.password();
    }

    public int tlsPort() {
        return folder.ports().tls();
    }

    /** The client's trust store: a PKCS12 file with the password {@link TlsFiles#PASSWORD}. */
    public Path trustStore() {
        if (tls == null) {
            throw new IllegalStateException("this broker was started without TLS");
        }
        return tls.trustStore();
    }

    /** The broker's standard output, which says why it did not start. */
    public Path log() {
        return folder.path().resolve("broker.log");
    }

    @Override
    public synchronized void kill() {
        super.kill();
        endPortMapper();
    }

    @Override
    protected synchronized void stop() {
        super.stop();
        endPortMapper();
    }

    private void endPortMapper() {
        if (portMapper != null) {
            portMapper.kill();
            portMapper = null;
        }
    }

    /** Simulates full memory, so that the broker blocks publishers, or ends that. */
    public void setMemoryAlarm(boolean raised) throws IOException, InterruptedException {
        String _ = control("set_vm_memory_high_watermark", raised ? "0.0000001" : "0.4");
    }

    public String control(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(CONTROL.toString(), "--quiet"));
        command.addAll(List.of(arguments));
        return CommandExecution.run(command, folder::adjust);
    }
}
