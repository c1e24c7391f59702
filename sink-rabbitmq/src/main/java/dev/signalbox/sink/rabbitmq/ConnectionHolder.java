package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
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
    private final TopologyDeclarer topologyDeclarer;
    private final ConnectionOpener connectionOpener;
    private final RabbitErrors rabbitErrors;
    private final BrokerAvailabilityLog availabilityLog;
    private final RoutableKeys keys;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable BrokerConnection current;
    private volatile boolean closed;
    /** The number of failed attempts to connect. */
    private final AtomicLong attempts = new AtomicLong();

    private Outcome lastRefusal = Outcome.NOT_ATTEMPTED;

    ConnectionHolder(
            RabbitBrokerSettings settings,
            RabbitSinkSettings sink,
            RoutableKeys keys,
            RabbitErrors rabbitErrors,
            Clock clock) {
        this.settings = settings;
        this.topologyDeclarer = new TopologyDeclarer(sink);
        this.connectionOpener = new ConnectionOpener(settings);
        this.rabbitErrors = rabbitErrors;
        this.availabilityLog = new BrokerAvailabilityLog(rabbitErrors);
        this.keys = keys;
        this.clock = clock;
    }

    /** A usable connection, or why there is none. */
    sealed interface ConnectResult {
        record Open(BrokerConnection link) implements ConnectResult {}

        record Refused(Outcome outcome) implements ConnectResult {}
    }

    ConnectResult access(long until) throws InterruptedException {
        BrokerConnection brokerConnection = current;
        if (brokerConnection != null
                && brokerConnection.isUsable()
                && (brokerConnection.blocked() != null || !needsDeclaration(brokerConnection))) {
            return ifNotBlocked(brokerConnection);
        }
        long before = attempts.get();
        if (!lock.tryLock(Math.max(0, until - clock.nanos()), TimeUnit.NANOSECONDS)) {
            return new ConnectResult.Refused(rabbitErrors.unavailable("no connection in time"));
        }
        try {
            ConnectResult connectResult = accessAlone(before, until);
            if (closed) {
                return connectResult;
            }
            if (connectResult instanceof ConnectResult.Refused(Outcome outcome)) {
                availabilityLog.refused(outcome.reason());
            } else {
                availabilityLog.works();
            }
            return connectResult;
        } finally {
            lock.unlock();
        }
    }

    private ConnectResult ifNotBlocked(BrokerConnection brokerConnection) {
        String blocked = brokerConnection.blocked();
        return blocked == null
                ? new ConnectResult.Open(brokerConnection)
                : new ConnectResult.Refused(rabbitErrors.unavailable("takes nothing for now: " + blocked));
    }

    private boolean needsDeclaration(BrokerConnection brokerConnection) {
        return !brokerConnection.isDeclared() || (brokerConnection.needsRedeclaration() && isTime(brokerConnection));
    }

    private boolean isTime(BrokerConnection brokerConnection) {
        return clock.nanos() - brokerConnection.declaredAt() >= REDECLARE.toNanos();
    }

    private ConnectResult accessAlone(long before, long until) throws InterruptedException {
        BrokerConnection brokerConnection = current;
        if (brokerConnection == null || !brokerConnection.isUsable()) {
            if (closed) {
                return new ConnectResult.Refused(rabbitErrors.unavailable("the sink is closed"));
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
            brokerConnection = made;
        }
        if (brokerConnection.blocked() == null && needsDeclaration(brokerConnection)) {
            Outcome refusal = declare(brokerConnection);
            if (refusal != null) {
                return new ConnectResult.Refused(refusal);
            }
        }
        return ifNotBlocked(brokerConnection);
    }

    private ConnectResult open(long until) throws InterruptedException {
        Outcome refusal = rabbitErrors.unavailable("no time was left to connect");
        StringBuilder reasons = new StringBuilder();
        for (BrokerAddress address : settings.addresses()) {
            if (until - clock.nanos() <= 0) {
                break;
            }
            try {
                BrokerConnection brokerConnection = handshake(connectionOpener.open(address));
                current = brokerConnection;
                keys.forgetTrusted();
                if (closed) {
                    brokerConnection.cut("the sink was closed");
                }
                return new ConnectResult.Open(brokerConnection);
            } catch (IOException | TimeoutException | GeneralSecurityException | ShutdownSignalException e) {
                interruptedInstead(e);
                refusal = rabbitErrors.noConnection(reasons + "cannot connect to " + address + ": ", e);
                reasons.append(address).append(" failed, too; ");
            }
        }
        lastRefusal = refusal;
        attempts.incrementAndGet();
        return new ConnectResult.Refused(refusal);
    }

    /** Interrupting a virtual thread closes the socket that it waits for; the resulting error is not the broker's. */
    private static void interruptedInstead(Exception failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw (InterruptedException) new InterruptedException("interrupted while connecting").initCause(failure);
        }
    }

    /**
     * Finds out whether the broker has blocked publishing, which it reports only after a publish. So this publishes an
     * unroutable message first and then sends a request, which a broker that is short of memory or disk does not read.
     */
    private BrokerConnection handshake(ConnectionOpener.OpenedConnection openedConnection)
            throws IOException, TimeoutException, InterruptedException {
        BrokerConnection[] self = new BrokerConnection[1];
        BrokerConnection brokerConnection = new BrokerConnection(
                openedConnection,
                settings.maxChannels(),
                () -> new OutstandingConfirms(keys, rabbitErrors, () -> self[0].requestRedeclaration()));
        self[0] = brokerConnection;
        brokerConnection.listen(availabilityLog);
        boolean greeted = false;
        try {
            Channel first = brokerConnection.open();
            Channel second = brokerConnection.open();
            first.basicPublish("", NOWHERE, null, new byte[0]);
            Object _ = CompletableFuture.anyOf(PublishChannel.ask(second), brokerConnection.everBlocked())
                    .get(settings.times().connect().toNanos(), TimeUnit.NANOSECONDS);
            discard(first);
            discard(second);
            greeted = true;
            return brokerConnection;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            if (!greeted) {
                brokerConnection.cut("it did not answer to the first question");
            }
        }
    }

    private @Nullable Outcome declare(BrokerConnection brokerConnection) throws InterruptedException {
        Outcome known = brokerConnection.refusal();
        if (known != null && !isTime(brokerConnection)) {
            return known;
        }
        if (!brokerConnection.isDeclared()) {
            return declareNow(brokerConnection);
        }
        if (!brokerConnection.publishing().writeLock().tryLock(ALONE.toNanos(), TimeUnit.NANOSECONDS)) {
            return null;
        }
        try {
            return declareNow(brokerConnection);
        } finally {
            brokerConnection.publishing().writeLock().unlock();
        }
    }

    private @Nullable Outcome declareNow(BrokerConnection brokerConnection) throws InterruptedException {
        Outcome refusal = null;
        brokerConnection.trust();
        try {
            Channel channel = brokerConnection.open();
            topologyDeclarer.declare(channel);
            discard(channel);
        } catch (IOException | AlreadyClosedException e) {
            interruptedInstead(e);
            refusal = rabbitErrors.unavailable("cannot declare what is needed: ", e);
        }
        brokerConnection.declared(clock.nanos(), refusal);
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
        BrokerConnection brokerConnection = current;
        if (brokerConnection != null) {
            brokerConnection.close(GOODBYE);
        }
    }
}
