package dev.signalbox.runtime.platform;

import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.postgres.PostgresPlatform;
import dev.signalbox.platform.postgres.schema.PlatformSchema;
import dev.signalbox.platform.postgres.schema.PlatformSchemaState;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.SecretKeyCheck;
import dev.signalbox.platform.secret.SecretKeyException;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.config.platform.PlatformSettings;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.database.PostgresDatabase;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.settings.Secret;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The event platform of this node, from the start of the program to its end. It runs as soon as the database can be
 * reached and has the platform's tables.
 */
public final class EventPlatform {
    private static final System.Logger LOG = System.getLogger(EventPlatform.class.getName());
    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int SAY_EVERY = 30;
    private static final String SECRET_KEY = PlatformSettings.SECRET_KEY.key();

    private final PlatformEnvironment environment;
    private final DatabaseMonitor watch;
    private final PostgresConnections connections;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final OpenRequests requests = new OpenRequests();

    private volatile @Nullable RunningPlatform running;
    private volatile Obstacle obstacle = Obstacle.NO_ANSWER;
    /** Only the thread that opens the database uses it. */
    private String waitedFor = "";

    /** What keeps the platform from running. */
    private enum Obstacle {
        /** The database does not answer, or has not been asked yet. */
        NO_ANSWER,
        /** It does not let the role use the schema. */
        DENIED,
        /** This node does not have the key of the stored secrets. */
        SECRET_KEY
    }

    /** @param onBroken called after an unrecoverable error */
    public EventPlatform(
            PlatformConfig config, String node, Metrics metrics, Clock clock, Consumer<Throwable> onBroken) {
        this.watch = new DatabaseMonitor(clock);
        this.connections = PostgresConnections.open(PostgresDatabase.settings(config.database()), node);
        this.environment = new PlatformEnvironment(
                config,
                node,
                connections,
                watch,
                metrics.platform(),
                metrics.relay(PlatformConfig.NAME),
                cipher(config),
                clock,
                onBroken);
    }

    private static SecretCipher cipher(PlatformConfig config) {
        SecureRandom random = new SecureRandom();
        return config.secretKey()
                .map(Secret::value)
                .map(key -> SecretCipher.withKey(key, random))
                .orElseGet(() -> SecretCipher.none(random));
    }

    /** Starts and returns at once, even while the database is unreachable. */
    public void start() {
        Thread.ofVirtual().name("platform").start(this::openWhenReachable);
    }

    /** The configuration, which also holds what limits requests. */
    public PlatformConfig config() {
        return environment.config();
    }

    /**
     * Begins a request, for which a stop waits; {@link #endRequest} ends it.
     *
     * @return false if the platform stops
     */
    public boolean beginRequest() {
        return requests.begin();
    }

    public void endRequest() {
        requests.end();
    }

    /** @throws StoreException if it does not run yet */
    public RunningPlatform running() throws StoreException {
        RunningPlatform now = running;
        if (now == null) {
            String trouble = watch.trouble();
            String reason = "the event platform is not ready: " + (trouble == null ? "it starts" : trouble);
            throw switch (obstacle) {
                case NO_ANSWER -> new StoreException(reason);
                case DENIED -> new StoreDeniedException(reason);
                case SECRET_KEY -> new SecretKeyException(reason);
            };
        }
        return now;
    }

    /** What was changed of subscriptions, pools or accounts counts for deliveries of this node before the change is answered. */
    public <T> T changed(T answer) throws StoreException {
        running().settingsChanged();
        return answer;
    }

    /** The relay of its jobs. */
    public RelayView view() {
        RunningPlatform now = running;
        Optional<DispatcherStatus> status = now == null ? Optional.empty() : now.deliveries();
        return new RelayView(
                PlatformConfig.NAME,
                PlatformConfig.NAME,
                "webhooks",
                PlatformConfig.QUEUE,
                "the targets of subscriptions and jobs",
                status.map(RelayView.State::of).orElse(RelayView.State.STARTING),
                status.map(DispatcherStatus::held).orElse(0),
                status.map(DispatcherStatus::heldBytes).orElse(0L),
                status.map(DispatcherStatus::requests).orElse(0),
                status.map(DispatcherStatus::waiting).orElse(0),
                environment.relayMonitor().ratePerSecond(),
                failure(now),
                null);
    }

    private @Nullable String failure(@Nullable RunningPlatform now) {
        return Stream.of(
                        Optional.ofNullable(watch.failure()),
                        Optional.ofNullable(now).map(RunningPlatform::deliveryFailure),
                        environment.relayMonitor().failure())
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }

    /**
     * Down until the tables are there, and while the database has been unreachable for long, or could not be written. A standby
     * writes, too: it renews its lease.
     */
    public Health.Check check() {
        RunningPlatform now = running;
        String trouble = watch.trouble();
        if (trouble == null) {
            trouble = now == null ? "not reached yet" : now.deliveryTrouble();
        }
        return new Health.Check("event platform", trouble == null ? Health.Status.UP : Health.Status.DOWN, trouble);
    }

    /** Ends deliveries and waits for requests, both within the grace time. */
    public StopResult stop(Duration grace) throws InterruptedException {
        stopped.countDown();
        requests.close();
        long deadline = environment.clock().nanos() + grace.toNanos();
        RunningPlatform toStop;
        synchronized (this) {
            toStop = running;
        }
        try {
            StopResult result = toStop == null ? StopResult.CLEAN : toStop.stop(grace);
            if (!requests.awaitNone(deadline - environment.clock().nanos())) {
                LOG.log(Level.WARNING, "event platform: requests were still running after the grace time");
            }
            return result;
        } finally {
            connections.close();
        }
    }

    private void openWhenReachable() {
        try {
            int attempts = 0;
            do {
                if (tryToOpen(attempts++)) {
                    return;
                }
            } while (!stopped.await(TRY_AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (stopped.getCount() > 0) {
                environment.onBroken().accept(e);
            }
        }
    }

    private boolean tryToOpen(int attempts) {
        try {
            return switch (PlatformSchema.prepare(connections)) {
                case PlatformSchemaState.Ready _ -> beginWithKey();
                case PlatformSchemaState.Unavailable unavailable -> {
                    obstacle = Obstacle.DENIED;
                    waitFor(
                            unavailable.reason().replaceAll("\\s+", " "),
                            "what an administrator has to run is printed by: signalbox schema sql --config FILE");
                    yield false;
                }
            };
        } catch (SQLException | StoreException e) {
            String reason = FailureText.of(e);
            obstacle = Obstacle.NO_ANSWER;
            watch.failed(reason);
            if (attempts % SAY_EVERY == 0) {
                LOG.log(Level.WARNING, "event platform: waiting for the database: {0}", reason);
            }
            return false;
        }
    }

    /** A node that can't read the secrets would take streams from nodes that can, and deliver nothing. */
    private boolean beginWithKey() throws StoreException {
        PlatformStore store = PostgresPlatform.of(connections);
        return switch (new SecretKeyCheck(store.secretKeys(), environment.cipher()).check()) {
            case FITS -> {
                begin(store);
                yield true;
            }
            case MISSING -> {
                waitForKey("the stored secrets are encrypted, and " + SECRET_KEY + " is not set");
                yield false;
            }
            case WRONG -> {
                waitForKey("the stored secrets are encrypted with another key than " + SECRET_KEY);
                yield false;
            }
        };
    }

    private void waitForKey(String reason) {
        obstacle = Obstacle.SECRET_KEY;
        waitFor(reason, "set the key of the nodes that deliver, and start this one again");
    }

    private synchronized void begin(PlatformStore store) {
        if (stopped.getCount() > 0) {
            RunningPlatform opened = new RunningPlatform(environment, store);
            opened.start();
            running = opened;
            watch.succeeded();
            LOG.log(
                    Level.INFO,
                    "event platform: events are accepted, and stored in {0}",
                    connections.settings().displayUrl());
        }
    }

    /** Logs the reason once, and again only when it changes: it persists until an operator fixes it. */
    private void waitFor(String reason, String remedy) {
        watch.failed(reason);
        if (!reason.equals(waitedFor)) {
            LOG.log(Level.WARNING, "event platform: no event is accepted: {0}; {1}", reason, remedy);
            waitedFor = reason;
        }
    }
}
