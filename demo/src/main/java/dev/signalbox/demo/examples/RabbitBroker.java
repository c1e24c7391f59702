package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A RabbitMQ broker that is killed now and then with SIGKILL, and started again on its data. */
final class RabbitBroker implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    static final String USER = "notifications";

    /** The broker is killed once for this many kills of nodes; the first time after half of that. */
    private static final int NODE_KILLS = 3;
    /** How long it stays down at least, so that the view shows it. */
    private static final Duration DOWN = Duration.ofSeconds(2);

    private final RunContext context;
    private final int port = FreePort.find();
    private final String password = Passwords.random();
    private final long killInterval;
    private final StopSignal ending = new StopSignal();
    private volatile @Nullable LocalRabbit broker;
    private volatile @Nullable Thread killer;
    private volatile @Nullable Long killedAt;
    private volatile @Nullable String failure;
    private volatile int kills;

    RabbitBroker(RunContext context) throws IOException {
        this.context = context;
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
        if (killInterval > 0) {
            killer = Thread.ofVirtual().name("broker-kills").start(this::killRepeatedly);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread kills it
    private void killRepeatedly() {
        LocalRabbit started = Objects.requireNonNull(broker);
        try {
            long due = Clock.SYSTEM.nanos() + killInterval / 2;
            while (ending.waitUntil(due)) {
                killedAt = Clock.SYSTEM.nanos();
                started.kill();
                kills++;
                context.activity().warning("RabbitMQ is killed (SIGKILL); events wait in EventOutbox");
                Thread.sleep(DOWN);
                started.restart();
                String time = ActivityLog.seconds(downFor().orElse(Duration.ZERO));
                killedAt = null;
                context.activity().good("RabbitMQ is up again, " + time + " after the kill");
                due = Clock.SYSTEM.nanos() + killInterval;
            }
        } catch (IOException e) {
            failure = "RabbitMQ did not start again: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on it is not killed; if it is down, it is started again. */
    void endKills() {
        ending.begin();
    }

    int kills() {
        return kills;
    }

    /** How long it has been down after a kill; empty while it is up. */
    Optional<Duration> downFor() {
        return Optional.ofNullable(killedAt).map(since -> Duration.ofNanos(Clock.SYSTEM.nanos() - since));
    }

    /** Why it is down for good. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Kills it, because its data are removed anyway. */
    @Override
    public void close() {
        endKills();
        Thread thread = killer;
        try {
            if (thread != null) {
                thread.join(); // it may be about to start the broker
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
