package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.files.TlsFiles;
import dev.signalbox.embedded.process.Commands;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A single-node RabbitMQ broker on this machine, in a process that can be killed and restarted on the same data and port.
 * It uses the installed programs but not the installed broker's data. It stops when it is closed, or at the latest after
 * this process has ended: shutdown hooks may still use it.
 */
public final class LocalRabbit implements AutoCloseable {
    private static final String NO_MEMORY = "0.0000001";
    private static final String USUAL_MEMORY = "0.4";

    private final BrokerFolder folder;
    private final BrokerPorts ports;
    private final RabbitOptions options;
    private final Login login;
    private final @Nullable TlsFiles tls;
    private BrokerProcess process;

    private LocalRabbit(
            BrokerFolder folder, BrokerPorts ports, RabbitOptions options, Login login, @Nullable TlsFiles tls)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.ports = ports;
        this.options = options;
        this.login = login;
        this.tls = tls;
        this.process = BrokerProcess.start(folder, ports, options.startWithin());
    }

    /** Whether RabbitMQ is installed here. */
    public static boolean isInstalled() {
        return whyNot().isEmpty();
    }

    /** Why no broker can be started here; empty if one can. */
    public static Optional<String> whyNot() {
        return RabbitPrograms.find().isPresent() ? Optional.empty() : Optional.of(RabbitPrograms.MISSING);
    }

    /** Starts a plain broker on a free port. */
    public static LocalRabbit start(Path folder) throws IOException, InterruptedException {
        return start(folder, RabbitOptions.DEFAULTS);
    }

    /** Starts a broker on a free port. */
    public static LocalRabbit start(Path folder, RabbitOptions options) throws IOException, InterruptedException {
        return start(folder, FreePort.find(), options);
    }

    /**
     * Starts a broker with its data in this folder, which may contain data of earlier runs.
     *
     * @throws IllegalStateException if it is not installed or does not start; the message contains its output
     */
    public static LocalRabbit start(Path folder, int port, RabbitOptions options)
            throws IOException, InterruptedException {
        RabbitPrograms _ = RabbitPrograms.present();
        BrokerFolder home = BrokerFolder.of(folder);
        BrokerPorts ports = BrokerPorts.find(port);
        TlsFiles tls = options.tls() ? TlsFiles.in(home.path()) : null;
        Login login = home.login(options);
        home.configure(ports, login, tls, options);
        return new LocalRabbit(home, ports, options, login, tls);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return ports.amqp();
    }

    /** Host and port for clients without TLS. */
    public String address() {
        return host() + ":" + port();
    }

    public String user() {
        return login.user();
    }

    public String password() {
        return login.password();
    }

    /** The port for clients that use TLS. */
    public int tlsPort() {
        tls();
        return ports.tls();
    }

    /** The client's trust store: a PKCS12 file with the password {@link #trustStorePassword()}. */
    public Path trustStore() {
        return tls().trustStore();
    }

    public String trustStorePassword() {
        return TlsFiles.PASSWORD;
    }

    private TlsFiles tls() {
        if (tls == null) {
            throw new IllegalStateException("this broker was started without TLS");
        }
        return tls;
    }

    /** The process id of the broker's node. */
    public synchronized long pid() {
        return process.node().pid();
    }

    /** The broker's standard output, which says why it did not start. */
    public Path log() {
        return folder.output();
    }

    /** Kills the broker, as a crash would, and waits until it has ended. */
    public synchronized void kill() {
        process.kill();
    }

    /** Suspends the broker: connections stay open, and it answers nothing. */
    public synchronized void suspend() {
        process.node().signal("STOP");
    }

    public synchronized void resume() {
        process.node().signal("CONT");
    }

    /** Restarts the broker on the same data and port, whether it was killed or still runs. */
    public synchronized void restart() throws IOException, InterruptedException {
        process.end();
        process = BrokerProcess.start(folder, ports, options.startWithin());
    }

    /** Simulates full memory: from now on the broker blocks publishers. */
    public void raiseMemoryAlarm() throws IOException, InterruptedException {
        String _ = control("set_vm_memory_high_watermark", NO_MEMORY);
    }

    public void clearMemoryAlarm() throws IOException, InterruptedException {
        String _ = control("set_vm_memory_high_watermark", USUAL_MEMORY);
    }

    /**
     * Runs {@code rabbitmqctl} with these arguments and returns its output.
     *
     * @throws IOException if it fails; the message contains its output
     */
    public String control(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(RabbitPrograms.present().script("rabbitmqctl").toString(), "--quiet"));
        command.addAll(List.of(arguments));
        return Commands.run(command, environment -> folder.adjust(environment, ports));
    }

    /** Stops the broker gracefully. */
    @Override
    public synchronized void close() {
        process.end();
    }
}
