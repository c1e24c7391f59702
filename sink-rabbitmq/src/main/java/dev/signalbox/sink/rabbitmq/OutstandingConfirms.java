package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were published on one channel and wait for their confirms. An instance lives as long as its channel and
 * serves one call at a time; delivery tags continue from call to call.
 */
final class OutstandingConfirms implements ConfirmListener, ReturnListener {
    /** A message in flight. */
    static final class UnconfirmedMessage {
        private final GroupPublishes group;
        private final int position;
        private final PreparedMessage.Sendable message;
        /** Why the broker returned the message; the broker confirms a returned message as well. */
        private @Nullable Outcome returned;

        private boolean answered;

        UnconfirmedMessage(GroupPublishes groupPublishes, int position, PreparedMessage.Sendable draft) {
            this.group = groupPublishes;
            this.position = position;
            this.message = draft;
        }

        PreparedMessage.Sendable message() {
            return message;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final RoutableKeys keys;
    private final RabbitErrors rabbitErrors;
    private final Runnable onReturn;

    private final List<UnconfirmedMessage> unconfirmed = new ArrayList<>();
    /** The delivery tag of the first message. */
    private long first = 1;
    /** All messages before this index have an outcome. */
    private int lowest;

    private int open;
    private @Nullable ShutdownSignalException closed;
    private boolean confused;
    /** Whether late confirms may arrive that no call waits for. */
    private boolean givenUp;

    /** @param onReturn runs when a message is returned */
    OutstandingConfirms(RoutableKeys keys, RabbitErrors rabbitErrors, Runnable onReturn) {
        this.keys = keys;
        this.rabbitErrors = rabbitErrors;
        this.onReturn = onReturn;
    }

    /** Starts a new wave; every earlier message has an outcome. */
    void begin(long nextNumber) {
        lock.lock();
        try {
            unconfirmed.clear();
            first = nextNumber;
            lowest = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a message before it is published, because its confirm may arrive before the publish call returns. */
    void add(UnconfirmedMessage unconfirmedMessage) {
        lock.lock();
        try {
            unconfirmed.add(unconfirmedMessage);
            open++;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the last message, which did not leave. */
    void removeLast() {
        lock.lock();
        try {
            unconfirmed.removeLast();
            open--;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return unconfirmed.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the channel can serve another call: no message is open and no unexpected answer arrived. */
    boolean isClear() {
        lock.lock();
        try {
            return open == 0 && closed == null && !confused && !givenUp;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed != null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all messages have an outcome or the channel closes, at most until this time; true if all have one. */
    boolean await(Clock clock, long until) throws InterruptedException {
        lock.lock();
        try {
            long left = until - clock.nanos();
            while (open > 0 && closed == null && left > 0) {
                long _ = changed.awaitNanos(left);
                left = until - clock.nanos();
            }
            return open == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void handleAck(long number, boolean multiple) {
        answer(number, multiple, this::confirmed);
    }

    private Outcome confirmed(UnconfirmedMessage unconfirmedMessage) {
        Outcome returned = unconfirmedMessage.returned;
        if (returned != null) {
            return returned;
        }
        if (confused) {
            // This may be the returned message that was not recognised.
            return rabbitErrors.unknown("a message came back that was not sent");
        }
        keys.arrived(unconfirmedMessage.message.key());
        return Outcome.DELIVERED;
    }

    @Override
    public void handleNack(long number, boolean multiple) {
        answer(number, multiple, unconfirmedMessage -> {
            keys.refused(unconfirmedMessage.message.key());
            return rabbitErrors.refused(unconfirmedMessage.message.key());
        });
    }

    private void answer(long number, boolean multiple, Function<UnconfirmedMessage, Outcome> outcome) {
        lock.lock();
        try {
            // A delivery tag that this call did not use is an error of the broker or of this client: then no outcome is
            // certain.
            long last = number - first;
            if (last >= unconfirmed.size() || (last < 0 && !multiple)) {
                confused = true;
                return;
            }
            for (int i = multiple ? lowest : (int) last; i <= last; i++) {
                settle(unconfirmed.get(i), outcome);
            }
            while (lowest < unconfirmed.size() && unconfirmed.get(lowest).answered) {
                lowest++;
            }
            if (open == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void settle(UnconfirmedMessage unconfirmedMessage, Function<UnconfirmedMessage, Outcome> outcome) {
        if (!unconfirmedMessage.answered) {
            unconfirmedMessage.answered = true;
            open--;
            unconfirmedMessage.group.answer(unconfirmedMessage.position, outcome.apply(unconfirmedMessage));
        }
    }

    @Override
    public void handleReturn(
            int code, String text, String exchange, String key, AMQP.BasicProperties properties, byte[] body) {
        String id = AmqpPropertiesFactory.idOf(properties);
        lock.lock();
        try {
            Outcome returned = rabbitErrors.returned(code, text, exchange, key);
            keys.returned(key);
            // A return has no delivery tag. Returns arrive in publishing order, so if two messages share an id, the
            // first
            // one is meant.
            unconfirmed.stream()
                    .filter(unconfirmedMessage -> !unconfirmedMessage.answered
                            && unconfirmedMessage.returned == null
                            && unconfirmedMessage.message.id().equals(id)
                            && unconfirmedMessage.message.key().equals(key))
                    .findFirst()
                    .ifPresentOrElse(
                            unconfirmedMessage -> unconfirmedMessage.returned = returned, () -> confused = true);
        } finally {
            lock.unlock();
        }
        onReturn.run();
    }

    /** The channel or the connection is closed. */
    void end(ShutdownSignalException why) {
        lock.lock();
        try {
            if (closed == null) {
                closed = why;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    ShutdownSignalException closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Completes all messages without an outcome.
     *
     * @param doubts maps these messages, in publishing order, to their outcomes
     */
    void giveUp(Function<List<PreparedMessage.Sendable>, List<Outcome>> doubts) {
        lock.lock();
        try {
            givenUp = true;
            List<UnconfirmedMessage> left = unconfirmed.stream()
                    .filter(unconfirmedMessage -> !unconfirmedMessage.answered)
                    .toList();
            List<Outcome> outcomes = doubts.apply(left.stream()
                    .map(unconfirmedMessage -> unconfirmedMessage.message)
                    .toList());
            for (int i = 0; i < left.size(); i++) {
                Outcome returned = left.get(i).returned;
                Outcome outcome = returned == null ? outcomes.get(i) : returned;
                settle(left.get(i), _ -> outcome);
            }
        } finally {
            lock.unlock();
        }
    }
}
