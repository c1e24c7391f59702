package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.delivery.Outcome;
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
final class Call {
    /** For so long a call goes on publishing; whatever is left then has not been attempted. */
    static final Duration HAND_OVER = Duration.ofSeconds(2);

    /** What was published just before the broker said that it takes nothing may be confirmed still. */
    private static final Duration AFTER_BLOCK = Duration.ofSeconds(1);

    private static final long LOOK = Duration.ofMillis(200).toNanos();

    /** What all calls of a sink have in common. */
    record Shared(Links links, KnownKeys keys, Failures failures, String exchange, Duration confirm, Clock clock) {}

    private final Shared shared;
    private final Clock clock;
    private final List<Lane> lanes;
    /** When publishing ends. */
    private final long deadline;

    private final long notAfter;
    private volatile boolean over;
    private volatile @Nullable Link using;

    /** @param notAfter when publishing ends at the latest, by the sink's clock */
    Call(Shared shared, List<Lane> lanes, long notAfter) {
        this.shared = shared;
        this.clock = shared.clock();
        this.lanes = lanes;
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
            rest = switch (shared.links().access(deadline)) {
                case Links.Access.Refused(Outcome outcome) -> outcome;
                case Links.Access.Open(Link link) -> through(link);
            };
        }
        Outcome[] all = new Outcome[lanes.stream().mapToInt(Lane::size).sum()];
        for (Lane lane : lanes) {
            lane.report(all, rest);
        }
        return List.of(all);
    }

    /** Publishes nothing more, and keeps what has not left from leaving. */
    void abandon() {
        over = true;
        Link link = using;
        if (link != null) {
            link.cut("this node has lost its work");
        }
    }

    /** Says what became of what was not published. */
    private Outcome through(Link link) throws InterruptedException {
        using = link;
        try (Watch watch = new Watch(clock, until(HAND_OVER.plus(shared.confirm())), link)) {
            return beside(link, watch);
        } catch (InterruptedException e) {
            link.cut("a call was interrupted");
            throw e;
        } catch (IOException | AlreadyClosedException e) {
            stopIfInterrupted(e);
            return shared.failures().unavailable("no channel could be opened: ", e);
        } finally {
            using = null;
        }
    }

    /** Beside other calls, and not while something is being declared. */
    private Outcome beside(Link link, Watch watch) throws IOException, InterruptedException {
        link.publishing().readLock().lockInterruptibly();
        try {
            PublishChannel channel = link.acquire(clock, deadline);
            if (channel == null) {
                return Outcome.NOT_ATTEMPTED;
            }
            try {
                return waves(link, channel, watch);
            } finally {
                link.release(channel);
            }
        } finally {
            link.publishing().readLock().unlock();
        }
    }

    private Outcome waves(Link link, PublishChannel channel, Watch watch) throws InterruptedException {
        boolean complete = true;
        while (complete && mayPublish(link, channel) && lanes.stream().anyMatch(Lane::isOpen)) {
            channel.begin();
            for (Lane lane : lanes) {
                publish(lane, link, channel);
            }
            if (channel.flight().isEmpty()) {
                break;
            }
            complete = await(link, channel, watch);
        }
        String blocked = link.blocked();
        return blocked == null
                ? Outcome.NOT_ATTEMPTED
                : shared.failures().unavailable("takes nothing for now: " + blocked);
    }

    private boolean mayPublish(Link link, PublishChannel channel) {
        return !over && !isLate() && link.blocked() == null && link.isUsable() && !channel.isSpoilt();
    }

    private boolean isLate() {
        return clock.nanos() >= deadline;
    }

    /** Publishes as many of a lane's messages as may be on their way together. */
    private void publish(Lane lane, Link link, PublishChannel channel) throws InterruptedException {
        String before = null;
        while (lane.isOpen() && mayPublish(link, channel)) {
            int position = lane.next();
            switch (lane.draft(position)) {
                case Draft.Refused(Outcome outcome) -> {
                    lane.refuse(outcome);
                    return;
                }
                case Draft.Sendable draft -> {
                    if (before != null
                            && !(before.equals(draft.key()) && shared.keys().isTrusted(before))) {
                        return;
                    }
                    if (!lane.publish() || !send(lane, position, draft, link, channel)) {
                        return;
                    }
                    before = draft.key();
                }
            }
        }
    }

    /** False if it did not leave, or perhaps did not. */
    private boolean send(Lane lane, int position, Draft.Sendable draft, Link link, PublishChannel channel)
            throws InterruptedException {
        channel.flight().board(new Flight.Passenger(lane, position, draft));
        try {
            channel.publish(shared.exchange(), draft);
            return true;
        } catch (AlreadyClosedException e) {
            channel.flight().alight();
            lane.takeBack();
        } catch (IOException e) {
            // Part of it may have left, or all of it.
            link.cut("a write failed");
            stopIfInterrupted(e);
        } catch (IllegalArgumentException e) {
            // The client refuses to put it into frames. It has counted it all the same, so its numbers are wrong now.
            channel.spoil();
            channel.flight().alight();
            lane.answer(position, shared.failures().rejected(e));
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
    private boolean await(Link link, PublishChannel channel, Watch watch) throws InterruptedException {
        Flight flight = channel.flight();
        long start = clock.nanos();
        long end = start + shared.confirm().toNanos();
        watch.allowUntil(end + HAND_OVER.toNanos());
        CompletableFuture<Command> question = null;
        long blockedSince = 0;
        while (!flight.await(clock, Math.min(end, clock.nanos() + LOOK))) {
            long now = clock.nanos();
            if (flight.isClosed() || now - end >= 0 || over) {
                break;
            }
            if (link.blocked() != null && blockedSince == 0) {
                blockedSince = now;
                end = Math.min(end, now + AFTER_BLOCK.toNanos());
            }
            if (question == null && link.blocked() == null && now - start > (end - start) / 2) {
                question = ask(channel);
            }
        }
        if (flight.await(clock, clock.nanos())) {
            return flight.isClear();
        }
        giveUp(link, flight, question, Duration.ofNanos(clock.nanos() - start));
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
    private void giveUp(Link link, Flight flight, @Nullable CompletableFuture<Command> question, Duration waited) {
        ShutdownSignalException end = flight.closed();
        String cut = link.cutBecause();
        if (end == null && (question == null || !question.isDone())) {
            link.cut("no confirm within " + waited.toMillis() + " ms");
        }
        if (Failures.doubtsExchange(end)) {
            link.undeclare();
        }
        flight.giveUp(drafts -> end == null || cut != null
                ? Collections.nCopies(drafts.size(), shared.failures().unknown(why(cut, waited)))
                : shared.failures().afterEnd(end, drafts));
    }

    private static String why(@Nullable String cut, Duration waited) {
        return cut == null ? "nothing within " + waited.toMillis() + " ms" : cut;
    }
}
