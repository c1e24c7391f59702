package dev.signalbox.demo.notifications;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.signalbox.demo.examples.Starting;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;

/** A RabbitMQ broker that starts while other things do. */
public final class RabbitBroker implements AutoCloseable {
    static final String USER = "notifications";

    private static final int CONNECT_MILLIS = 2_000;
    private static final int HEARTBEAT_SECONDS = 5;

    private final int port;
    private final String password;
    private final Starting<LocalRabbit> start;

    private RabbitBroker(int port, String password, Starting<LocalRabbit> start) {
        this.port = port;
        this.password = password;
        this.start = start;
    }

    /** Begins to start it, with its data in this folder. */
    public static RabbitBroker startIn(Path folder) throws IOException {
        int port = FreePort.find();
        String password = Passwords.random();
        RabbitOptions options = RabbitOptions.DEFAULTS.withLogin(USER, password);
        return new RabbitBroker(
                port, password, Starting.of("RabbitMQ", () -> LocalRabbit.start(folder, port, options)));
    }

    String host() {
        return "127.0.0.1";
    }

    /** Where it will be. */
    int port() {
        return port;
    }

    String password() {
        return password;
    }

    /** Waits until it is up. */
    LocalRabbit await() throws InterruptedException, IOException {
        return start.await();
    }

    /** A connection that ends when it breaks. */
    Connection connect(String name) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(host());
        factory.setPort(port);
        factory.setUsername(USER);
        factory.setPassword(password);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(CONNECT_MILLIS);
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        return factory.newConnection(name);
    }

    /** Its data are thrown away, so it needn't tidy up. */
    @Override
    public void close() {
        start.end().ifPresent(LocalRabbit::kill);
    }
}
