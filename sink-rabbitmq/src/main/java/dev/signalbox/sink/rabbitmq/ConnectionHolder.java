package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.rabbitmq.BrokerConnection.PublishChannel;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Holds the single connection of a sink: opens it on first use, and replaces it when it is needed and dead. */
final class ConnectionHolder {
    /** The minimum time between declarations that returned messages cause. */
    static final Duration REDECLARE = Duration.ofSeconds(1);

    /** How long a declaration waits for running calls before it leaves the attempt to the next call. */
    private static final Duration ALONE = Duration.ofMillis(500);

    private static final Duration GOODBYE = Duration.ofSeconds(1);

    /** No queue can have this name, because the broker reserves the prefix. */
    private static final String NOWHERE = "amq.signalbox.probe";

    private final RabbitBrokerSettings settings;
    private final RabbitSinkSettings sink;
    private final ConnectionOpener opener;
    private final RabbitErrors errors;
    private final BrokerAvailabilityLog availabilityLog;
    private final RoutableKeys keys;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable BrokerConnection current;
    private volatile boolean closed;
    private final AtomicLong attempts = new AtomicLong();
    private Outcome lastRefusal = Outcome.NOT_ATTEMPTED;

    ConnectionHolder(
            RabbitBrokerSettings settings,
            RabbitSinkSettings sink,
            RoutableKeys keys,
            RabbitErrors errors,
            Clock clock) {
        this.settings = settings;
        this.sink = sink;
        this.opener = new ConnectionOpener(settings);
        this.errors = errors;
        this.availabilityLog = new BrokerAvailabilityLog(errors);
        this.keys = keys;
        this.clock = clock;
    }

    sealed interface ConnectResult {
        record Open(BrokerConnection connection) implements ConnectResult {}

        record Refused(Outcome outcome) implements ConnectResult {}
    }

    ConnectResult access(long until) throws InterruptedException {
        BrokerConnection connection = current;
        if (connection != null
                && connection.isUsable()
                && (connection.blocked() != null || !connection.needsDeclaration(clock.nanos()))) {
            return ifNotBlocked(connection);
        }
        long before = attempts.get();
        if (!lock.tryLock(Math.max(0, until - clock.nanos()), TimeUnit.NANOSECONDS)) {
            return new ConnectResult.Refused(errors.unavailable("no connection in time"));
        }
        try {
            ConnectResult result = accessAlone(before, until);
            if (closed) {
                return result;
            }
            if (result instanceof ConnectResult.Refused(Outcome outcome)) {
                availabilityLog.refused(outcome.reason());
            } else {
                availabilityLog.works();
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    private ConnectResult ifNotBlocked(BrokerConnection connection) {
        String blocked = connection.blocked();
        return blocked == null
                ? new ConnectResult.Open(connection)
                : new ConnectResult.Refused(errors.unavailable("takes nothing for now: " + blocked));
    }

    private ConnectResult accessAlone(long before, long until) throws InterruptedException {
        BrokerConnection connection = current;
        if (connection == null || !connection.isUsable()) {
            if (closed) {
                return new ConnectResult.Refused(errors.unavailable("the sink is closed"));
            }
            if (before != attempts.get()) {
                // Another call has failed to connect while this one waited for the lock: all waiting calls share that
                // failure.
                return new ConnectResult.Refused(lastRefusal);
            }
            ConnectResult opened = open(until);
            if (!(opened instanceof ConnectResult.Open(BrokerConnection made))) {
                return opened;
            }
            connection = made;
        }
        if (connection.blocked() == null && connection.needsDeclaration(clock.nanos())) {
            Outcome refusal = declare(connection);
            if (refusal != null) {
                return new ConnectResult.Refused(refusal);
            }
        }
        return ifNotBlocked(connection);
    }

    private ConnectResult open(long until) throws InterruptedException {
        Outcome refusal = errors.unavailable("no time was left to connect");
        StringBuilder reasons = new StringBuilder();
        for (BrokerAddress address : settings.addresses()) {
            if (until - clock.nanos() <= 0) {
                break;
            }
            try {
                BrokerConnection connection = handshake(opener.open(address));
                current = connection;
                keys.forgetTrusted();
                if (closed) {
                    connection.cut("the sink was closed");
                }
                return new ConnectResult.Open(connection);
            } catch (IOException | TimeoutException | GeneralSecurityException | ShutdownSignalException e) {
                RabbitErrors.stopIfInterrupted("interrupted while connecting", e);
                refusal = errors.noConnection(reasons + "cannot connect to " + address + ": ", e);
                reasons.append(address).append(" failed, too; ");
            }
        }
        lastRefusal = refusal;
        attempts.incrementAndGet();
        return new ConnectResult.Refused(refusal);
    }

    /**
     * Finds out whether the broker has blocked publishing, which it reports only after a publish. So this publishes an
     * unroutable message first and then sends a request, which a broker that is short of memory or disk does not read.
     */
    private BrokerConnection handshake(ConnectionOpener.OpenedConnection openedConnection)
            throws IOException, TimeoutException, InterruptedException {
        BrokerConnection[] self = new BrokerConnection[1];
        BrokerConnection connection = new BrokerConnection(
                openedConnection,
                settings.maxChannels(),
                () -> new OutstandingConfirms(keys, errors, () -> self[0].requestRedeclaration()));
        self[0] = connection;
        connection.listen(availabilityLog);
        boolean greeted = false;
        try {
            Channel first = connection.open();
            Channel second = connection.open();
            first.basicPublish("", NOWHERE, null, new byte[0]);
            Object _ = CompletableFuture.anyOf(PublishChannel.ask(second), connection.everBlocked())
                    .get(settings.times().connect().toNanos(), TimeUnit.NANOSECONDS);
            discard(first);
            discard(second);
            greeted = true;
            return connection;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            if (!greeted) {
                connection.cut("it did not answer to the first question");
            }
        }
    }

    private @Nullable Outcome declare(BrokerConnection connection) throws InterruptedException {
        Outcome known = connection.refusal();
        if (known != null && !connection.mayDeclare(clock.nanos())) {
            return known;
        }
        if (!connection.isDeclared()) {
            return declareNow(connection);
        }
        if (!connection.publishing().writeLock().tryLock(ALONE.toNanos(), TimeUnit.NANOSECONDS)) {
            return null;
        }
        try {
            return declareNow(connection);
        } finally {
            connection.publishing().writeLock().unlock();
        }
    }

    private @Nullable Outcome declareNow(BrokerConnection connection) throws InterruptedException {
        Outcome refusal = null;
        connection.trust();
        try {
            Channel channel = connection.open();
            sink.topology().declare(channel, sink.exchange());
            discard(channel);
        } catch (IOException | AlreadyClosedException e) {
            RabbitErrors.stopIfInterrupted("interrupted while connecting", e);
            refusal = errors.unavailable("cannot declare what is needed: ", e);
        }
        connection.declared(clock.nanos(), refusal);
        return refusal;
    }

    /** Uses a separate thread: the client waits for the broker's close-ok, which may never arrive. */
    static void discard(Channel channel) {
        Thread.ofVirtual().name("signalbox-rabbitmq-goodbye").start(() -> {
            try {
                channel.abort();
            } catch (IOException | ShutdownSignalException gone) {
                // The channel is closed along with its connection.
                return;
            }
        });
    }

    void close() {
        closed = true;
        BrokerConnection connection = current;
        if (connection != null) {
            connection.close(GOODBYE);
        }
    }

    /** Logs one line when the broker becomes unavailable, and one when it is available again. */
    static final class BrokerAvailabilityLog {
        private static final System.Logger LOG = System.getLogger(BrokerAvailabilityLog.class.getName());

        private final RabbitErrors errors;
        private @Nullable String trouble;

        BrokerAvailabilityLog(RabbitErrors errors) {
            this.errors = errors;
        }

        /** @param reason the reason in the outcome of each message */
        synchronized void refused(String reason) {
            if (trouble == null) {
                LOG.log(System.Logger.Level.WARNING, reason);
            }
            trouble = reason;
        }

        synchronized void works() {
            if (trouble != null) {
                trouble = null;
                LOG.log(System.Logger.Level.INFO, errors.word("works again"));
            }
        }

        void blocked(String reason) {
            refused(errors.word("takes nothing for now: " + reason));
        }

        void lost(BrokerConnection connection, ShutdownSignalException end) {
            if (connection.cutBecause() == null && !end.isInitiatedByApplication()) {
                refused(errors.unavailable("", end).reason());
            }
        }
    }
}
