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
 * One call of a sink, on one channel. Messages go in waves: a wave has, of each lane, as many messages as may be on their
 * way at once, and its confirms are waited for before the next one. Usually one wave is all there is.
 */
final class BatchPublish {
    /** For so long a call goes on publishing; whatever is left then has not been attempted. */
    static final Duration HAND_OVER = Duration.ofSeconds(2);

    /** What was published just before the broker said that it takes nothing may be confirmed still. */
    private static final Duration AFTER_BLOCK = Duration.ofSeconds(1);

    private static final long LOOK = Duration.ofMillis(200).toNanos();

    /** What all calls of a sink have in common. */
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
    /** When publishing ends. */
    private final long deadline;

    private final long notAfter;
    private volatile boolean over;
    private volatile @Nullable BrokerConnection using;

    /** @param notAfter when publishing ends at the latest, by the sink's clock */
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

    /** Publishes; answers in the order of the batch. */
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

    /** Publishes nothing more, and keeps what has not left from leaving. */
    void abandon() {
        over = true;
        BrokerConnection brokerConnection = using;
        if (brokerConnection != null) {
            brokerConnection.cut("this node has lost its work");
        }
    }

    /** Says what became of what was not published. */
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

    /** Beside other calls, and not while something is being declared. */
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

    /** Publishes as many of a lane's messages as may be on their way together. */
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

    /** False if it did not leave, or perhaps did not. */
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
            // Part of it may have left, or all of it.
            brokerConnection.cut("a write failed");
            stopIfInterrupted(e);
        } catch (IllegalArgumentException e) {
            // The client refuses to put it into frames. It has counted it all the same, so its numbers are wrong now.
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
     * Waits for the confirms of a wave; false if some did not come. The end of the lease, as it was when the call began, is no
     * reason to give up what has left: it is renewed meanwhile, and if it is not, the call is abandoned.
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
     * Answers for what was not confirmed. If the broker has read it all and only does not confirm it, the channel is given
     * up; if it may lie somewhere on the way, the connection is, so that it does not arrive later than it may.
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
