package dev.signalbox.testkit.sink;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A sink whose destination is a list. It can be made to hang, to be away, and to refuse some messages. */
final class InMemorySink implements Sink {
    private final SinkLimits limits;
    private final Duration deadline;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Message> received = new ArrayList<>();
    private Predicate<Message> refused = message -> false;
    private boolean hanging;
    private boolean away;
    private boolean closed;
    private long abandoned;

    /** @param deadline the longest that a call waits for a destination that hangs */
    public InMemorySink(SinkLimits limits, Duration deadline, Clock clock) {
        this.limits = limits;
        this.deadline = deadline;
        this.clock = clock;
    }

    @Override
    public SinkLimits limits() {
        return limits;
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        List<Message> messages = List.copyOf(batch);
        if (messages.isEmpty()) {
            return Answer.DELIVERED;
        }
        lock.lockInterruptibly();
        try {
            long before = abandoned;
            long left = deadline.toNanos();
            while (hanging && !closed && before == abandoned && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (closed || away || left <= 0) {
                return new Answer.Whole(new Outcome.Unavailable(closed ? "the sink is closed" : "out of reach"));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Message message : messages) {
                boolean late = before != abandoned || clock.nanos() >= notAfter;
                outcomes.add(late ? Outcome.NOT_ATTEMPTED : take(message));
            }
            return new Answer.Each(outcomes);
        } finally {
            lock.unlock();
        }
    }

    private Outcome take(Message message) {
        if (refused.test(message)) {
            return new Outcome.Rejected("refused");
        }
        received.add(message);
        return Outcome.DELIVERED;
    }

    @Override
    public void abandon() {
        change(() -> abandoned++);
    }

    @Override
    public void close() {
        change(() -> closed = true);
    }

    /** Takes calls, and answers none until {@link #resume} or the deadline. */
    public void hang() {
        change(() -> hanging = true);
    }

    public void resume() {
        change(() -> hanging = false);
    }

    /** Lets the destination be out of reach from now on. */
    public void goAway() {
        change(() -> away = true);
    }

    /** Says which messages are rejected. */
    public void refuse(Predicate<Message> which) {
        change(() -> refused = which);
    }

    /** What it has got, in the order of arrival. */
    public List<Message> received() {
        lock.lock();
        try {
            return List.copyOf(received);
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
