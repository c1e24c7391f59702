package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One connection's life, with its channels and with what is known of the broker through it. */
final class BrokerConnection {
    private final Connection connection;
    private final Socket socket;
    private final Supplier<OutstandingConfirms> confirms;
    private final Semaphore slots;
    private final BlockingDeque<PublishChannel> idle = new LinkedBlockingDeque<>();
    private final AtomicReference<@Nullable String> cut = new AtomicReference<>();
    private final AtomicReference<@Nullable String> blocked = new AtomicReference<>();
    private final CompletableFuture<@Nullable Void> everBlocked = new CompletableFuture<>();
    /** Calls share it; whoever declares something has it alone, so that no call finds another world halfway. */
    private final ReadWriteLock publishing = new ReentrantReadWriteLock();

    /** Whether the sink's topology is known to be there. */
    private volatile boolean declared;
    /** Whether something came back since it was declared. */
    private volatile boolean doubted;

    private volatile long declaredAt;
    private volatile @Nullable Outcome refusal;

    BrokerConnection(
            ConnectionOpener.OpenedConnection openedConnection,
            int channels,
            Supplier<OutstandingConfirms> outstandingConfirms) {
        this.connection = openedConnection.connection();
        this.socket = openedConnection.socket();
        this.confirms = outstandingConfirms;
        this.slots = new Semaphore(channels);
    }

    /** Listens for what the broker says about its memory and its disk. */
    void listen(BrokerAvailabilityLog brokerAvailabilityLog) {
        connection.addBlockedListener(
                reason -> {
                    blocked.set(reason);
                    everBlocked.complete(null);
                    brokerAvailabilityLog.blocked(reason);
                },
                () -> {
                    blocked.set(null);
                    brokerAvailabilityLog.unblocked();
                });
        connection.addShutdownListener(end -> brokerAvailabilityLog.lost(this, end));
    }

    Connection connection() {
        return connection;
    }

    boolean isUsable() {
        return cut.get() == null && connection.isOpen();
    }

    /** Why the broker takes nothing at the moment; null if it does. */
    @Nullable
    String blocked() {
        return blocked.get();
    }

    /** Is complete from when the broker has first said that it takes nothing. */
    CompletableFuture<@Nullable Void> everBlocked() {
        return everBlocked;
    }

    /** Why it was cut; null if we did not cut it. */
    @Nullable
    String cutBecause() {
        return cut.get();
    }

    /**
     * Ends the connection at once. What is still in the buffers of this side does not leave, and what the broker has not
     * read it does not read any more; threads that hang in a write are set free.
     */
    void cut(String reason) {
        if (!cut.compareAndSet(null, reason)) {
            return;
        }
        try {
            // Zero makes the kernel throw away what it has; and with TLS, close does not wait for a hanging write then.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closedAlready) {
            return;
        }
    }

    /** Takes leave in order, if the broker answers within this time. */
    void close(Duration time) {
        Thread goodbye = Thread.ofVirtual()
                .name("signalbox-rabbitmq-goodbye")
                .start(() -> connection.abort((int) time.toMillis()));
        try {
            boolean _ = goodbye.join(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            cut("the sink was closed");
        }
    }

    ReadWriteLock publishing() {
        return publishing;
    }

    /** A channel for the caller alone; null if none becomes free until then. */
    @Nullable
    PublishChannel acquire(Clock clock, long until) throws IOException, InterruptedException {
        if (!slots.tryAcquire(Math.max(0, until - clock.nanos()), TimeUnit.NANOSECONDS)) {
            return null;
        }
        boolean done = false;
        try {
            PublishChannel free = idle.pollFirst();
            while (free != null && !free.isReusable()) {
                free.discard();
                free = idle.pollFirst();
            }
            PublishChannel channel = free == null ? new PublishChannel(open(), confirms.get()) : free;
            done = true;
            return channel;
        } finally {
            if (!done) {
                slots.release();
            }
        }
    }

    /** A bare channel. */
    Channel open() throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker allows no more channels on this connection");
        }
        return channel;
    }

    /** The one that was used last is used next: so those that are not needed stay the same ones. */
    void release(PublishChannel channel) {
        if (channel.isReusable()) {
            idle.addFirst(channel);
        } else {
            channel.discard();
        }
        slots.release();
    }

    boolean isDeclared() {
        return declared;
    }

    boolean needsRedeclaration() {
        return doubted;
    }

    long declaredAt() {
        return declaredAt;
    }

    /** Why the last declaration failed. */
    @Nullable
    Outcome refusal() {
        return refusal;
    }

    /** @param failure null if it succeeded */
    void declared(long now, @Nullable Outcome failure) {
        declaredAt = now;
        refusal = failure;
        declared = failure == null;
    }

    /** What came back so far is taken care of. */
    void trust() {
        doubted = false;
    }

    /** Something came back: a queue or a binding may be gone. */
    void requestRedeclaration() {
        doubted = true;
    }

    /** The exchange is gone: nothing is published before it has been looked for. */
    void undeclare() {
        refusal = null;
        declared = false;
    }
}
