package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.rabbitmq.BrokerConnection.PublishChannel;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call of a sink, on one channel. It publishes messages in waves: a wave contains, for each group, as many messages as
 * may be in flight at once, and is confirmed before the next one starts. Usually one wave contains all messages.
 */
final class BatchPublish {
    /** How long a call publishes; the rest is not attempted. */
    static final Duration HAND_OVER = Duration.ofSeconds(2);

    /** How long to wait for confirms after the broker has blocked the connection: it may still confirm earlier messages. */
    private static final Duration AFTER_BLOCK = Duration.ofSeconds(1);

    private static final long LOOK = Duration.ofMillis(200).toNanos();

    record SinkContext(
            ConnectionHolder connections,
            RoutableKeys keys,
            RabbitErrors errors,
            String exchange,
            Duration confirm,
            Clock clock) {}

    private final SinkContext sink;
    private final Clock clock;
    private final List<GroupPublishes> groups;
    private final long deadline;
    private final long notAfter;
    private volatile boolean over;
    private volatile @Nullable BrokerConnection using;

    /** @param notAfter the latest time to publish, by the sink's clock for leases */
    BatchPublish(SinkContext sink, List<GroupPublishes> groups, long notAfter) {
        this.sink = sink;
        this.clock = sink.clock();
        this.groups = groups;
        this.notAfter = notAfter;
        this.deadline = until(HAND_OVER);
    }

    private long until(Duration time) {
        long now = clock.leaseNanos();
        return clock.nanos() + (Math.min(notAfter, now + time.toNanos()) - now);
    }

    private boolean isLate() {
        return clock.nanos() >= deadline || clock.leaseNanos() >= notAfter;
    }

    List<Outcome> run() throws InterruptedException {
        Outcome rest = Outcome.NOT_ATTEMPTED;
        if (!isLate()) {
            rest = switch (sink.connections().access(deadline)) {
                case ConnectionHolder.ConnectResult.Refused(Outcome outcome) -> outcome;
                case ConnectionHolder.ConnectResult.Open(BrokerConnection connection) -> through(connection);
            };
        }
        Outcome[] all =
                new Outcome[groups.stream().mapToInt(GroupPublishes::size).sum()];
        for (GroupPublishes group : groups) {
            group.report(all, rest);
        }
        return List.of(all);
    }

    /** Publishes no more messages and drops those that have not left this host. */
    void abandon() {
        over = true;
        BrokerConnection connection = using;
        if (connection != null) {
            connection.cut("this node has lost its work");
        }
    }

    /** Returns the outcome of the messages that were not published. */
    private Outcome through(BrokerConnection connection) throws InterruptedException {
        using = connection;
        try (CallTimeoutGuard guard = new CallTimeoutGuard(clock, until(HAND_OVER.plus(sink.confirm())), connection)) {
            return publishShared(connection, guard);
        } catch (InterruptedException e) {
            connection.cut("a call was interrupted");
            throw e;
        } catch (IOException | AlreadyClosedException e) {
            RabbitErrors.stopIfInterrupted("interrupted while sending", e);
            return sink.errors().unavailable("no channel could be opened: ", e);
        } finally {
            using = null;
        }
    }

    /** Runs concurrently with other calls, but not during a declaration. */
    private Outcome publishShared(BrokerConnection connection, CallTimeoutGuard guard)
            throws IOException, InterruptedException {
        connection.publishing().readLock().lockInterruptibly();
        try {
            PublishChannel channel = connection.acquire(clock, deadline);
            if (channel == null) {
                return Outcome.NOT_ATTEMPTED;
            }
            try {
                new Waves(connection, channel, guard).publish();
            } finally {
                connection.release(channel);
            }
            String blocked = connection.blocked();
            return blocked == null
                    ? Outcome.NOT_ATTEMPTED
                    : sink.errors().unavailable("takes nothing for now: " + blocked);
        } finally {
            connection.publishing().readLock().unlock();
        }
    }

    private final class Waves {
        private final BrokerConnection connection;
        private final PublishChannel channel;
        private final OutstandingConfirms confirms;
        private final CallTimeoutGuard guard;

        Waves(BrokerConnection connection, PublishChannel channel, CallTimeoutGuard guard) {
            this.connection = connection;
            this.channel = channel;
            this.confirms = channel.confirms();
            this.guard = guard;
        }

        void publish() throws InterruptedException {
            while (mayPublish() && groups.stream().anyMatch(GroupPublishes::isOpen)) {
                channel.begin();
                for (GroupPublishes group : groups) {
                    publish(group);
                }
                if (confirms.isEmpty() || !await()) {
                    return;
                }
            }
        }

        private boolean mayPublish() {
            return !over && !isLate() && connection.blocked() == null && connection.isUsable() && !channel.isSpoilt();
        }

        /** Publishes as many messages of a group as may be in flight together. */
        private void publish(GroupPublishes group) throws InterruptedException {
            String before = null;
            while (group.isOpen() && mayPublish()) {
                int position = group.next();
                switch (group.message(position)) {
                    case PreparedMessage.Refused(Outcome outcome) -> {
                        group.refuse(outcome);
                        return;
                    }
                    case PreparedMessage.Sendable draft -> {
                        boolean mayFollow = before == null
                                || (before.equals(draft.key()) && sink.keys().isTrusted(before));
                        if (!mayFollow || !group.publish() || !send(group, position, draft)) {
                            return;
                        }
                        before = draft.key();
                    }
                }
            }
        }

        /** False if the message did not leave, or may not have left. */
        private boolean send(GroupPublishes group, int position, PreparedMessage.Sendable draft)
                throws InterruptedException {
            confirms.add(new OutstandingConfirms.UnconfirmedMessage(group, position, draft));
            try {
                channel.publish(sink.exchange(), draft);
                return true;
            } catch (AlreadyClosedException e) {
                confirms.removeLast();
                group.takeBack();
            } catch (IOException e) {
                // All or part of the message may have left.
                connection.cut("a write failed");
                RabbitErrors.stopIfInterrupted("interrupted while sending", e);
            } catch (IllegalArgumentException e) {
                // The client cannot encode the message, but has counted it, so its sequence numbers are now wrong.
                channel.spoil();
                confirms.removeLast();
                group.answer(position, sink.errors().rejected(e));
            }
            return false;
        }

        /**
         * Waits for the confirms of a wave; false if some are missing. Does not stop when the lease ends that was valid at
         * the start of the call: the lease is renewed in the meantime, or else the call is abandoned.
         */
        private boolean await() throws InterruptedException {
            long start = clock.nanos();
            long end = start + sink.confirm().toNanos();
            guard.allowUntil(end + HAND_OVER.toNanos());
            CompletableFuture<Command> question = null;
            long blockedSince = 0;
            while (!confirms.await(clock, Math.min(end, clock.nanos() + LOOK))) {
                long now = clock.nanos();
                if (confirms.closed() != null || now - end >= 0 || over) {
                    break;
                }
                if (connection.blocked() != null && blockedSince == 0) {
                    blockedSince = now;
                    end = Math.min(end, now + AFTER_BLOCK.toNanos());
                }
                if (question == null && connection.blocked() == null && now - start > (end - start) / 2) {
                    question = ask();
                }
            }
            if (confirms.await(clock, clock.nanos())) {
                return confirms.isClear();
            }
            giveUp(question, Duration.ofNanos(clock.nanos() - start).toMillis() + " ms");
            return false;
        }

        private @Nullable CompletableFuture<Command> ask() {
            try {
                return channel.ask();
            } catch (IOException | ShutdownSignalException gone) {
                return null;
            }
        }

        /**
         * Completes the unconfirmed messages. If the broker has read all of them, only the channel is given up. Otherwise
         * the connection is cut, so that no message arrives late.
         */
        private void giveUp(@Nullable CompletableFuture<Command> question, String waited) {
            ShutdownSignalException end = confirms.closed();
            String cut = connection.cutBecause();
            if (end == null && (question == null || !question.isDone())) {
                connection.cut("no confirm within " + waited);
            }
            if (RabbitErrors.doubtsExchange(end)) {
                connection.undeclare();
            }
            String why = cut == null ? "nothing within " + waited : cut;
            confirms.giveUp(drafts -> end == null || cut != null
                    ? Collections.nCopies(drafts.size(), sink.errors().unknown(why))
                    : sink.errors().afterEnd(end, drafts));
        }
    }

    /** Cuts the connection of a call that takes too long: only another thread can end a write that hangs. */
    static final class CallTimeoutGuard implements AutoCloseable {
        private final CountDownLatch over = new CountDownLatch(1);
        private final Clock clock;
        private volatile long end;

        CallTimeoutGuard(Clock clock, long end, BrokerConnection connection) {
            this.clock = clock;
            this.end = end;
            Thread.ofVirtual().name("signalbox-rabbitmq-watch").start(() -> watch(connection));
        }

        void allowUntil(long later) {
            end = later;
        }

        private void watch(BrokerConnection connection) {
            try {
                for (long left = end - clock.nanos(); left > 0; left = end - clock.nanos()) {
                    if (over.await(left, TimeUnit.NANOSECONDS)) {
                        return;
                    }
                }
                connection.cut("the broker reads nothing");
            } catch (InterruptedException e) {
                connection.cut("the watch over a call was interrupted");
            }
        }

        @Override
        public void close() {
            over.countDown();
        }
    }
}
