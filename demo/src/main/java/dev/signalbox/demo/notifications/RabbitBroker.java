package dev.signalbox.demo.notifications;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A RabbitMQ broker that is killed now and then with SIGKILL, and started again on its data. */
final class RabbitBroker implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    static final String USER = "notifications";

    private static final int CONNECT_MILLIS = 2_000;
    private static final int HEARTBEAT_SECONDS = 5;
    /** The broker is killed once for this many kills of nodes; the first time after half of that. */
    private static final int NODE_KILLS = 3;
    /** How long it stays down at least, so that the view shows it. */
    private static final Duration DOWN = Duration.ofSeconds(2);

    private final RunContext context;
    private final int port;
    private final String password = Passwords.random();
    private final long killInterval;
    private volatile long killDue;
    private volatile @Nullable LocalRabbit broker;
    private volatile @Nullable PeriodicTask killer;
    private volatile @Nullable Long killedAt;
    private volatile @Nullable String failure;
    private volatile int kills;

    /** Reserves a port; does not start it. */
    RabbitBroker(RunContext context) throws IOException {
        this.context = context;
        this.port = FreePort.find();
        this.killInterval =
                context.options().killEvery().multipliedBy(NODE_KILLS).toNanos();
    }

    int port() {
        return port;
    }

    String password() {
        return password;
    }

    /** Returns when it is up. */
    void start() throws IOException, InterruptedException {
        broker = LocalRabbit.start(
                context.folder().file("rabbitmq"), port, RabbitOptions.DEFAULTS.withLogin(USER, password));
    }

    void startKills() {
        killDue = context.clock().nanos() + killInterval / 2;
        killer = PeriodicTask.start(
                "broker-kills",
                Duration.ofMillis(200),
                this::killOrRestart,
                message -> failure = "RabbitMQ did not start again: " + message,
                context.clock());
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread kills it
    private void killOrRestart() throws IOException, InterruptedException {
        LocalRabbit started = broker;
        long now = context.clock().nanos();
        Optional<Duration> down = downFor();
        if (started != null && down.isPresent() && down.get().compareTo(DOWN) >= 0) {
            started.restart();
            String time = ActivityLog.seconds(downFor().orElse(DOWN));
            killedAt = null;
            context.activity().add(Severity.GOOD, "RabbitMQ is up again, " + time + " after the kill");
        } else if (started != null && down.isEmpty() && killInterval > 0 && now >= killDue) {
            killedAt = now;
            killDue = now + killInterval;
            started.kill();
            kills++;
            context.activity().add(Severity.WARNING, "RabbitMQ is killed (SIGKILL); events wait in EventOutbox");
        }
    }

    /** From now on it is not killed; if it is down, it is started again. */
    void endKills() {
        killDue = Long.MAX_VALUE;
    }

    int kills() {
        return kills;
    }

    /** How long it has been down after a kill; empty while it is up. */
    Optional<Duration> downFor() {
        return Optional.ofNullable(killedAt)
                .map(since -> Duration.ofNanos(context.clock().nanos() - since));
    }

    /** Why it is down for good. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Opens a connection without automatic recovery. */
    Connection connect(String name) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(HOST);
        factory.setPort(port);
        factory.setUsername(USER);
        factory.setPassword(password);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(CONNECT_MILLIS);
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        return factory.newConnection(name);
    }

    /** Kills it, because its data are removed anyway. */
    @Override
    public void close() {
        PeriodicTask task = killer;
        try {
            if (task != null) {
                task.stop(); // it may be about to start the broker
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LocalRabbit started = broker;
        if (started != null) {
            started.kill();
        }
    }
}
