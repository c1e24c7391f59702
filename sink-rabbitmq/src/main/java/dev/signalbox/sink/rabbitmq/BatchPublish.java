package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    /** Shared by all calls of a sink. */
    record SinkContext(
            ConnectionHolder links,
            RoutableKeys keys,
            RabbitErrors failures,
            String exchange,
            Duration confirm,
            Clock clock) {}

    private final SinkContext sinkContext;
    private final Clock clock;
    private final List<GroupPublishes> groups;
    /** When to stop publishing. */
    private final long deadline;

    private final long notAfter;
    private volatile boolean over;
    private volatile @Nullable BrokerConnection using;

    /** @param notAfter the latest time to publish, by the sink's clock */
    BatchPublish(SinkContext sinkContext, List<GroupPublishes> groupPublishes, long notAfter) {
        this.sinkContext = sinkContext;
        this.clock = sinkContext.clock();
        this.groups = groupPublishes;
        this.notAfter = notAfter;
        this.deadline = until(HAND_OVER);
    }

    private long until(Duration time) {
        return Math.min(notAfter, clock.nanos() + time.toNanos());
    }

    /** Publishes the messages and returns the outcomes in the order of the batch. */
    List<Outcome> run() throws InterruptedException {
        Outcome rest = Outcome.NOT_ATTEMPTED;
        if (!isLate()) {
            rest = switch (sinkContext.links().access(deadline)) {
                case ConnectionHolder.ConnectResult.Refused(Outcome outcome) -> outcome;
                case ConnectionHolder.ConnectResult.Open(BrokerConnection brokerConnection) ->
                    through(brokerConnection);
            };
        }
        Outcome[] all =
                new Outcome[groups.stream().mapToInt(GroupPublishes::size).sum()];
        for (GroupPublishes lane : groups) {
            lane.report(all, rest);
        }
        return List.of(all);
    }

    /** Publishes no more messages and drops those that have not left this host. */
    void abandon() {
        over = true;
        BrokerConnection brokerConnection = using;
        if (brokerConnection != null) {
            brokerConnection.cut("this node has lost its work");
        }
    }

    /** Returns the outcome of the messages that were not published. */
    private Outcome through(BrokerConnection brokerConnection) throws InterruptedException {
        using = brokerConnection;
        try (CallTimeoutGuard callTimeoutGuard =
                new CallTimeoutGuard(clock, until(HAND_OVER.plus(sinkContext.confirm())), brokerConnection)) {
            return publishShared(brokerConnection, callTimeoutGuard);
        } catch (InterruptedException e) {
            brokerConnection.cut("a call was interrupted");
            throw e;
        } catch (IOException | AlreadyClosedException e) {
            stopIfInterrupted(e);
            return sinkContext.failures().unavailable("no channel could be opened: ", e);
        } finally {
            using = null;
        }
    }

    /** Runs concurrently with other calls, but not during a declaration. */
    private Outcome publishShared(BrokerConnection brokerConnection, CallTimeoutGuard callTimeoutGuard)
            throws IOException, InterruptedException {
        brokerConnection.publishing().readLock().lockInterruptibly();
        try {
            PublishChannel channel = brokerConnection.acquire(clock, deadline);
            if (channel == null) {
                return Outcome.NOT_ATTEMPTED;
            }
            try {
                return publishRounds(brokerConnection, channel, callTimeoutGuard);
            } finally {
                brokerConnection.release(channel);
            }
        } finally {
            brokerConnection.publishing().readLock().unlock();
        }
    }

    private Outcome publishRounds(
            BrokerConnection brokerConnection, PublishChannel channel, CallTimeoutGuard callTimeoutGuard)
            throws InterruptedException {
        boolean complete = true;
        while (complete
                && mayPublish(brokerConnection, channel)
                && groups.stream().anyMatch(GroupPublishes::isOpen)) {
            channel.begin();
            for (GroupPublishes lane : groups) {
                publish(lane, brokerConnection, channel);
            }
            if (channel.confirms().isEmpty()) {
                break;
            }
            complete = await(brokerConnection, channel, callTimeoutGuard);
        }
        String blocked = brokerConnection.blocked();
        return blocked == null
                ? Outcome.NOT_ATTEMPTED
                : sinkContext.failures().unavailable("takes nothing for now: " + blocked);
    }

    private boolean mayPublish(BrokerConnection brokerConnection, PublishChannel channel) {
        return !over
                && !isLate()
                && brokerConnection.blocked() == null
                && brokerConnection.isUsable()
                && !channel.isSpoilt();
    }

    private boolean isLate() {
        return clock.nanos() >= deadline;
    }

    /** Publishes as many messages of a group as may be in flight together. */
    private void publish(GroupPublishes lane, BrokerConnection brokerConnection, PublishChannel channel)
            throws InterruptedException {
        String before = null;
        while (lane.isOpen() && mayPublish(brokerConnection, channel)) {
            int position = lane.next();
            switch (lane.message(position)) {
                case PreparedMessage.Refused(Outcome outcome) -> {
                    lane.refuse(outcome);
                    return;
                }
                case PreparedMessage.Sendable draft -> {
                    if (before != null
                            && !(before.equals(draft.key())
                                    && sinkContext.keys().isTrusted(before))) {
                        return;
                    }
                    if (!lane.publish() || !send(lane, position, draft, brokerConnection, channel)) {
                        return;
                    }
                    before = draft.key();
                }
            }
        }
    }

    /** False if the message did not leave, or may not have left. */
    private boolean send(
            GroupPublishes lane,
            int position,
            PreparedMessage.Sendable draft,
            BrokerConnection brokerConnection,
            PublishChannel channel)
            throws InterruptedException {
        channel.confirms().add(new OutstandingConfirms.UnconfirmedMessage(lane, position, draft));
        try {
            channel.publish(sinkContext.exchange(), draft);
            return true;
        } catch (AlreadyClosedException e) {
            channel.confirms().removeLast();
            lane.takeBack();
        } catch (IOException e) {
            // All or part of the message may have left.
            brokerConnection.cut("a write failed");
            stopIfInterrupted(e);
        } catch (IllegalArgumentException e) {
            // The client cannot encode the message, but has counted it, so its sequence numbers are now wrong.
            channel.spoil();
            channel.confirms().removeLast();
            lane.answer(position, sinkContext.failures().rejected(e));
        }
        return false;
    }

    private static void stopIfInterrupted(Exception failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw (InterruptedException) new InterruptedException("interrupted while sending").initCause(failure);
        }
    }

    /**
     * Waits for the confirms of a wave; false if some are missing. Does not stop when the lease ends that was valid at the
     * start of the call: the lease is renewed in the meantime, or else the call is abandoned.
     */
    private boolean await(BrokerConnection brokerConnection, PublishChannel channel, CallTimeoutGuard callTimeoutGuard)
            throws InterruptedException {
        OutstandingConfirms outstandingConfirms = channel.confirms();
        long start = clock.nanos();
        long end = start + sinkContext.confirm().toNanos();
        callTimeoutGuard.allowUntil(end + HAND_OVER.toNanos());
        CompletableFuture<Command> question = null;
        long blockedSince = 0;
        while (!outstandingConfirms.await(clock, Math.min(end, clock.nanos() + LOOK))) {
            long now = clock.nanos();
            if (outstandingConfirms.isClosed() || now - end >= 0 || over) {
                break;
            }
            if (brokerConnection.blocked() != null && blockedSince == 0) {
                blockedSince = now;
                end = Math.min(end, now + AFTER_BLOCK.toNanos());
            }
            if (question == null && brokerConnection.blocked() == null && now - start > (end - start) / 2) {
                question = ask(channel);
            }
        }
        if (outstandingConfirms.await(clock, clock.nanos())) {
            return outstandingConfirms.isClear();
        }
        giveUp(brokerConnection, outstandingConfirms, question, Duration.ofNanos(clock.nanos() - start));
        return false;
    }

    private @Nullable CompletableFuture<Command> ask(PublishChannel channel) {
        try {
            return channel.ask();
        } catch (IOException | ShutdownSignalException gone) {
            return null;
        }
    }

    /**
     * Completes the unconfirmed messages. If the broker has read all of them, only the channel is given up. Otherwise the
     * connection is cut, so that no message arrives late.
     */
    private void giveUp(
            BrokerConnection brokerConnection,
            OutstandingConfirms outstandingConfirms,
            @Nullable CompletableFuture<Command> question,
            Duration waited) {
        ShutdownSignalException end = outstandingConfirms.closed();
        String cut = brokerConnection.cutBecause();
        if (end == null && (question == null || !question.isDone())) {
            brokerConnection.cut("no confirm within " + waited.toMillis() + " ms");
        }
        if (RabbitErrors.doubtsExchange(end)) {
            brokerConnection.undeclare();
        }
        outstandingConfirms.giveUp(drafts -> end == null || cut != null
                ? Collections.nCopies(drafts.size(), sinkContext.failures().unknown(why(cut, waited)))
                : sinkContext.failures().afterEnd(end, drafts));
    }

    private static String why(@Nullable String cut, Duration waited) {
        return cut == null ? "nothing within " + waited.toMillis() + " ms" : cut;
    }
}
