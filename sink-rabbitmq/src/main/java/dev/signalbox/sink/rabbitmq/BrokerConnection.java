package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.Connection;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.rabbitmq.ConnectionHolder.BrokerAvailabilityLog;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
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

/** The lifetime of one connection, with its channels and what it has learnt about the broker. */
final class BrokerConnection {
    private final Connection connection;
    private final Socket socket;
    private final Supplier<OutstandingConfirms> confirms;
    private final Semaphore slots;
    private final BlockingDeque<PublishChannel> idle = new LinkedBlockingDeque<>();
    private final AtomicReference<@Nullable String> cut = new AtomicReference<>();
    private final AtomicReference<@Nullable String> blocked = new AtomicReference<>();
    private final CompletableFuture<@Nullable Void> everBlocked = new CompletableFuture<>();
    /** Calls hold the read lock; a declaration holds the write lock, so that no call runs while the topology changes. */
    private final ReadWriteLock publishing = new ReentrantReadWriteLock();

    private volatile boolean declared;
    /** Whether a message was returned since the last declaration. */
    private volatile boolean doubted;

    private volatile long declaredAt;
    private volatile @Nullable Outcome refusal;

    BrokerConnection(ConnectionOpener.OpenedConnection opened, int channels, Supplier<OutstandingConfirms> confirms) {
        this.connection = opened.connection();
        this.socket = opened.socket();
        this.confirms = confirms;
        this.slots = new Semaphore(channels);
    }

    void listen(BrokerAvailabilityLog log) {
        connection.addBlockedListener(
                reason -> {
                    blocked.set(reason);
                    everBlocked.complete(null);
                    log.blocked(reason);
                },
                () -> {
                    blocked.set(null);
                    log.works();
                });
        connection.addShutdownListener(end -> log.lost(this, end));
    }

    Connection connection() {
        return connection;
    }

    boolean isUsable() {
        return cut.get() == null && connection.isOpen();
    }

    /** Why the broker blocks the connection; null if it does not. */
    @Nullable
    String blocked() {
        return blocked.get();
    }

    /** Completes when the broker blocks the connection for the first time. */
    CompletableFuture<@Nullable Void> everBlocked() {
        return everBlocked;
    }

    /** Why this client cut the connection; null if it did not. */
    @Nullable
    String cutBecause() {
        return cut.get();
    }

    /** Ends the connection at once: buffered data does not leave, and threads that hang in a write are released. */
    void cut(String reason) {
        if (!cut.compareAndSet(null, reason)) {
            return;
        }
        try {
            // With a linger time of zero the kernel discards its buffers, and with TLS, close does not wait for a
            // hanging write.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closedAlready) {
            return;
        }
    }

    /** Closes the connection; cuts it if the broker does not answer within this time. */
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

    /** Returns a channel for exclusive use; null if none becomes free in time. */
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

    Channel open() throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker allows no more channels on this connection");
        }
        return channel;
    }

    /** Reuses the most recently used channel first, so that surplus channels stay idle. */
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

    boolean needsDeclaration(long now) {
        return !declared || (doubted && mayDeclare(now));
    }

    /** Whether the last declaration was long enough ago. */
    boolean mayDeclare(long now) {
        return now - declaredAt >= ConnectionHolder.REDECLARE.toNanos();
    }

    @Nullable
    Outcome refusal() {
        return refusal;
    }

    /** @param failure null if the declaration succeeded */
    void declared(long now, @Nullable Outcome failure) {
        declaredAt = now;
        refusal = failure;
        declared = failure == null;
    }

    /** The messages returned so far are handled. */
    void trust() {
        doubted = false;
    }

    /** A message was returned: a queue or a binding may be missing. */
    void requestRedeclaration() {
        doubted = true;
    }

    /** The exchange is missing: declare it before publishing anything. */
    void undeclare() {
        refusal = null;
        declared = false;
    }

    /** A channel in confirm mode, and its messages in flight. */
    static final class PublishChannel {
        private final Channel channel;
        private final OutstandingConfirms confirms;
        private boolean spoilt;

        PublishChannel(Channel channel, OutstandingConfirms confirms) throws IOException {
            this.channel = channel;
            this.confirms = confirms;
            channel.addConfirmListener(confirms);
            channel.addReturnListener(confirms);
            channel.addShutdownListener(confirms::end);
            channel.confirmSelect();
        }

        OutstandingConfirms confirms() {
            return confirms;
        }

        void begin() {
            confirms.begin(channel.getNextPublishSeqNo());
        }

        void publish(String exchange, PreparedMessage.Sendable draft) throws IOException {
            channel.basicPublish(exchange, draft.key(), true, draft.properties(), draft.body());
        }

        /** Sends a request that the broker answers after it has read everything published before. */
        static CompletableFuture<Command> ask(Channel channel) throws IOException {
            return channel.asyncCompletableRpc(new AMQP.Basic.Qos.Builder().build());
        }

        CompletableFuture<Command> ask() throws IOException {
            return ask(channel);
        }

        void spoil() {
            spoilt = true;
        }

        boolean isSpoilt() {
            return spoilt;
        }

        boolean isReusable() {
            return !spoilt && channel.isOpen() && confirms.isClear();
        }

        /** Uses a separate thread: the client waits for the broker's close-ok, which may never arrive. */
        void discard() {
            ConnectionHolder.discard(channel);
        }
    }
}
