package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.delivery.Outcome;
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

/** Has the one connection of a sink: made when something is to be sent, and replaced when it is needed and dead. */
final class Links {
    /** What came back has the topology declared again, but not more often than this. */
    static final Duration REDECLARE = Duration.ofSeconds(1);

    /** For so long a declaration waits for calls under way; then the next call tries. */
    private static final Duration ALONE = Duration.ofMillis(500);

    private static final Duration GOODBYE = Duration.ofSeconds(1);

    /** No queue can have this name, for the broker keeps the prefix to itself. */
    private static final String NOWHERE = "amq.signalbox.probe";

    private final RabbitBrokerSettings settings;
    private final Declarations declarations;
    private final Clients clients;
    private final Failures failures;
    private final Standing standing;
    private final KnownKeys keys;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Link current;
    private volatile boolean closed;
    /** How many times somebody has tried to connect. */
    private final AtomicLong attempts = new AtomicLong();

    private Outcome lastRefusal = Outcome.NOT_ATTEMPTED;

    Links(RabbitBrokerSettings settings, RabbitSinkSettings sink, KnownKeys keys, Failures failures, Clock clock) {
        this.settings = settings;
        this.declarations = new Declarations(sink);
        this.clients = new Clients(settings);
        this.failures = failures;
        this.standing = new Standing(failures);
        this.keys = keys;
        this.clock = clock;
    }

    /** A connection that can be published through, or why there is none. */
    sealed interface Access {
        record Open(Link link) implements Access {}

        record Refused(Outcome outcome) implements Access {}
    }

    Access access(long until) throws InterruptedException {
        Link link = current;
        if (link != null && link.isUsable() && (link.blocked() != null || !needsDeclaration(link))) {
            return ifNotBlocked(link);
        }
        long before = attempts.get();
        if (!lock.tryLock(Math.max(0, until - clock.nanos()), TimeUnit.NANOSECONDS)) {
            return new Access.Refused(failures.unavailable("no connection in time"));
        }
        try {
            Access access = accessAlone(before, until);
            if (closed) {
                return access;
            }
            if (access instanceof Access.Refused(Outcome outcome)) {
                standing.refused(outcome.reason());
            } else {
                standing.works();
            }
            return access;
        } finally {
            lock.unlock();
        }
    }

    private Access ifNotBlocked(Link link) {
        String blocked = link.blocked();
        return blocked == null
                ? new Access.Open(link)
                : new Access.Refused(failures.unavailable("takes nothing for now: " + blocked));
    }

    private boolean needsDeclaration(Link link) {
        return !link.isDeclared() || (link.isDoubted() && isTime(link));
    }

    private boolean isTime(Link link) {
        return clock.nanos() - link.declaredAt() >= REDECLARE.toNanos();
    }

    private Access accessAlone(long before, long until) throws InterruptedException {
        Link link = current;
        if (link == null || !link.isUsable()) {
            if (closed) {
                return new Access.Refused(failures.unavailable("the sink is closed"));
            }
            if (before != attempts.get()) {
                // Somebody has tried while this call waited for its turn: one failure is enough for all who waited.
                return new Access.Refused(lastRefusal);
            }
            Access opened = open(until);
            if (!(opened instanceof Access.Open(Link made))) {
                return opened;
            }
            link = made;
        }
        if (link.blocked() == null && needsDeclaration(link)) {
            Outcome refusal = declare(link);
            if (refusal != null) {
                return new Access.Refused(refusal);
            }
        }
        return ifNotBlocked(link);
    }

    private Access open(long until) throws InterruptedException {
        Outcome refusal = failures.unavailable("no time was left to connect");
        StringBuilder reasons = new StringBuilder();
        for (BrokerAddress address : settings.addresses()) {
            if (until - clock.nanos() <= 0) {
                break;
            }
            try {
                Link link = greet(clients.open(address));
                current = link;
                keys.forgetTrusted();
                if (closed) {
                    link.cut("the sink was closed");
                }
                return new Access.Open(link);
            } catch (IOException | TimeoutException | GeneralSecurityException | ShutdownSignalException e) {
                interruptedInstead(e);
                refusal = failures.noConnection(reasons + "cannot connect to " + address + ": ", e);
                reasons.append(address).append(" failed, too; ");
            }
        }
        lastRefusal = refusal;
        attempts.incrementAndGet();
        return new Access.Refused(refusal);
    }

    /** A virtual thread's interrupt closes the socket that it waits for; what is reported then is not the broker's fault. */
    private static void interruptedInstead(Exception failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw (InterruptedException) new InterruptedException("interrupted while connecting").initCause(failure);
        }
    }

    /**
     * Finds out whether the broker takes anything. It says so only when something is published: so the first thing is a
     * message to nowhere, and a question behind it, which a broker that is short of memory or disk does not read.
     */
    private Link greet(Clients.Opened opened) throws IOException, TimeoutException, InterruptedException {
        Link[] self = new Link[1];
        Link link = new Link(opened, settings.maxChannels(), () -> new Flight(keys, failures, () -> self[0].doubt()));
        self[0] = link;
        link.listen(standing);
        boolean greeted = false;
        try {
            Channel first = link.open();
            Channel second = link.open();
            first.basicPublish("", NOWHERE, null, new byte[0]);
            Object _ = CompletableFuture.anyOf(PublishChannel.ask(second), link.everBlocked())
                    .get(settings.times().connect().toNanos(), TimeUnit.NANOSECONDS);
            discard(first);
            discard(second);
            greeted = true;
            return link;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            if (!greeted) {
                link.cut("it did not answer to the first question");
            }
        }
    }

    private @Nullable Outcome declare(Link link) throws InterruptedException {
        Outcome known = link.refusal();
        if (known != null && !isTime(link)) {
            return known;
        }
        if (!link.isDeclared()) {
            return declareNow(link);
        }
        if (!link.publishing().writeLock().tryLock(ALONE.toNanos(), TimeUnit.NANOSECONDS)) {
            return null;
        }
        try {
            return declareNow(link);
        } finally {
            link.publishing().writeLock().unlock();
        }
    }

    private @Nullable Outcome declareNow(Link link) throws InterruptedException {
        Outcome refusal = null;
        link.trust();
        try {
            Channel channel = link.open();
            declarations.declare(channel);
            discard(channel);
        } catch (IOException | AlreadyClosedException e) {
            interruptedInstead(e);
            refusal = failures.unavailable("cannot declare what is needed: ", e);
        }
        link.declared(clock.nanos(), refusal);
        return refusal;
    }

    /** On a thread of its own: the client waits for the broker's goodbye, which may never come. */
    static void discard(Channel channel) {
        Thread.ofVirtual().name("signalbox-rabbitmq-goodbye").start(() -> {
            try {
                channel.abort();
            } catch (IOException | ShutdownSignalException gone) {
                // It is gone with its connection.
                return;
            }
        });
    }

    void close() {
        closed = true;
        Link link = current;
        if (link != null) {
            link.close(GOODBYE);
        }
    }
}
