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
 * A RabbitMQ broker of our own on this machine, a cluster of one, as a process that can be killed and started again on the
 * same data and the same port. It uses the programs of the installed package and nothing of its data. It ends when it is
 * closed, and after the end of this process at the latest: hooks that run at the end may still use it.
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

    /** Whether the broker's programs are installed here. */
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
     * Starts a broker with its data in this folder, where it may have run before.
     *
     * @throws IllegalStateException if it is not installed or does not start; the message has what it said
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

    /** The port for clients that speak TLS. */
    public int tlsPort() {
        tls();
        return ports.tls();
    }

    /** What a client trusts the broker with: a PKCS12 file with the password {@link #trustStorePassword()}. */
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

    /** The process of the broker's node. */
    public synchronized long pid() {
        return process.node().pid();
    }

    /** What the broker says on its standard output: why it did not start, above all. */
    public Path log() {
        return folder.output();
    }

    /** Ends the broker at once, as a crash would, and waits until it is gone. */
    public synchronized void kill() {
        process.kill();
    }

    /** Stops the broker in its tracks: connections stay open, nothing answers. */
    public synchronized void suspend() {
        process.node().signal("STOP");
    }

    public synchronized void resume() {
        process.node().signal("CONT");
    }

    /** Starts the broker again, on the same data and the same port, whether it was killed before or still runs. */
    public synchronized void restart() throws IOException, InterruptedException {
        process.end();
        process = BrokerProcess.start(folder, ports, options.startWithin());
    }

    /** Makes the broker believe that its memory is full: from now on it blocks whoever publishes. */
    public void raiseMemoryAlarm() throws IOException, InterruptedException {
        String _ = control("set_vm_memory_high_watermark", NO_MEMORY);
    }

    public void clearMemoryAlarm() throws IOException, InterruptedException {
        String _ = control("set_vm_memory_high_watermark", USUAL_MEMORY);
    }

    /**
     * Runs {@code rabbitmqctl} with these arguments; returns its output.
     *
     * @throws IOException if it fails; the message has its output
     */
    public String control(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(RabbitPrograms.present().script("rabbitmqctl").toString(), "--quiet"));
        command.addAll(List.of(arguments));
        return Commands.run(command, environment -> folder.adjust(environment, ports));
    }

    /** Ends the broker in order. */
    @Override
    public synchronized void close() {
        process.end();
    }
}
