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
 * What was published on one channel and waits for its confirm. A channel has one flight for its whole life and serves one
 * call at a time; the numbers of its messages go on from call to call.
 */
final class OutstandingConfirms implements ConfirmListener, ReturnListener {
    /** A message on its way. */
    static final class UnconfirmedMessage {
        private final GroupPublishes group;
        private final int position;
        private final PreparedMessage.Sendable message;
        /** Why the broker gave it back; it confirms such a message all the same. */
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
    /** The number of the first passenger. */
    private long first = 1;
    /** All before this one are answered. */
    private int lowest;

    private int open;
    private @Nullable ShutdownSignalException closed;
    private boolean confused;
    /** Whether answers may still come that nobody waits for. */
    private boolean givenUp;

    /** @param onReturn is told if a message came back */
    OutstandingConfirms(RoutableKeys keys, RabbitErrors rabbitErrors, Runnable onReturn) {
        this.keys = keys;
        this.rabbitErrors = rabbitErrors;
        this.onReturn = onReturn;
    }

    /** Begins anew, after everything before was answered. */
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

    /** Takes a message on board, before it is published: its confirm may be faster than the call. */
    void add(UnconfirmedMessage unconfirmedMessage) {
        lock.lock();
        try {
            unconfirmed.add(unconfirmedMessage);
            open++;
        } finally {
            lock.unlock();
        }
    }

    /** The last one did not leave. */
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

    /** Whether the channel can serve another call: everything is answered and nothing was strange. */
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

    /** Waits until all are answered or no answer will come, at most until this time; true if all are answered. */
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
            // Perhaps this is the one that came back and was not recognised.
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
            // A number that this call did not give out would be a fault of the broker's or ours: then nothing is
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
            // A return has no number. Returns come in the order of publishing, so of two with one id the first is
            // meant.
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

    /** The channel or the connection is gone. */
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
     * Answers for all that have no answer.
     *
     * @param doubts what is to be said about them, given all of them in the order of publishing
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
