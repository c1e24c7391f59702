package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.rabbitmq.MessagePreparer.AmqpPropertiesFactory;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were published on one channel and wait for their confirms. An instance lives as long as its channel and
 * serves one call at a time; delivery tags continue from call to call.
 */
final class OutstandingConfirms implements ConfirmListener, ReturnListener {
    static final class UnconfirmedMessage {
        private final GroupPublishes group;
        private final int position;
        private final PreparedMessage.Sendable message;
        /** Why the broker returned the message; the broker confirms a returned message as well. */
        private @Nullable Outcome returned;

        private boolean answered;

        UnconfirmedMessage(GroupPublishes group, int position, PreparedMessage.Sendable message) {
            this.group = group;
            this.position = position;
            this.message = message;
        }
    }

    private final RoutableKeys keys;
    private final RabbitErrors errors;
    private final Runnable onReturn;
    private final List<UnconfirmedMessage> unconfirmed = new ArrayList<>();
    private long first = 1;
    /** All messages before this index have an outcome. */
    private int lowest;

    private int open;
    private @Nullable ShutdownSignalException closed;
    private boolean confused;
    /** Whether late confirms may arrive that no call waits for. */
    private boolean givenUp;

    OutstandingConfirms(RoutableKeys keys, RabbitErrors errors, Runnable onReturn) {
        this.keys = keys;
        this.errors = errors;
        this.onReturn = onReturn;
    }

    /** Starts a new wave; every earlier message has an outcome. */
    synchronized void begin(long nextNumber) {
        unconfirmed.clear();
        first = nextNumber;
        lowest = 0;
    }

    /** Adds a message before it is published, because its confirm may arrive before the publish call returns. */
    synchronized void add(UnconfirmedMessage sent) {
        unconfirmed.add(sent);
        open++;
    }

    /** Removes the last message, which did not leave. */
    synchronized void removeLast() {
        unconfirmed.removeLast();
        open--;
    }

    synchronized boolean isEmpty() {
        return unconfirmed.isEmpty();
    }

    /** Whether the channel can serve another call: no message is open and no unexpected answer arrived. */
    synchronized boolean isClear() {
        return open == 0 && closed == null && !confused && !givenUp;
    }

    /** Waits until all messages have an outcome or the channel closes, at most until this time; true if all have one. */
    synchronized boolean await(Clock clock, long until) throws InterruptedException {
        long left = until - clock.nanos();
        while (open > 0 && closed == null && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - clock.nanos();
        }
        return open == 0;
    }

    @Override
    public void handleAck(long number, boolean multiple) {
        answer(number, multiple, this::confirmed);
    }

    private Outcome confirmed(UnconfirmedMessage sent) {
        Outcome returned = sent.returned;
        if (returned != null) {
            return returned;
        }
        if (confused) {
            // This may be the returned message that was not recognised.
            return errors.unknown("a message came back that was not sent");
        }
        keys.arrived(sent.message.key());
        return Outcome.DELIVERED;
    }

    @Override
    public void handleNack(long number, boolean multiple) {
        answer(number, multiple, sent -> {
            keys.refused(sent.message.key());
            return errors.refused(sent.message.key());
        });
    }

    private synchronized void answer(long number, boolean multiple, Function<UnconfirmedMessage, Outcome> outcome) {
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
            notifyAll();
        }
    }

    private void settle(UnconfirmedMessage sent, Function<UnconfirmedMessage, Outcome> outcome) {
        if (!sent.answered) {
            sent.answered = true;
            open--;
            sent.group.answer(sent.position, outcome.apply(sent));
        }
    }

    @Override
    public void handleReturn(
            int code, String text, String exchange, String key, AMQP.BasicProperties properties, byte[] body) {
        String id = AmqpPropertiesFactory.idOf(properties);
        synchronized (this) {
            Outcome returned = errors.returned(code, text, exchange, key);
            keys.returned(key);
            // A return has no delivery tag. Returns arrive in publishing order, so if two messages share an id, the
            // first one is meant.
            unconfirmed.stream()
                    .filter(sent -> !sent.answered
                            && sent.returned == null
                            && sent.message.id().equals(id)
                            && sent.message.key().equals(key))
                    .findFirst()
                    .ifPresentOrElse(sent -> sent.returned = returned, () -> confused = true);
        }
        onReturn.run();
    }

    /** The channel or the connection is closed. */
    synchronized void end(ShutdownSignalException why) {
        if (closed == null) {
            closed = why;
        }
        notifyAll();
    }

    @Nullable
    synchronized ShutdownSignalException closed() {
        return closed;
    }

    /** Completes all messages without an outcome: {@code doubts} maps them, in publishing order, to outcomes. */
    synchronized void giveUp(Function<List<PreparedMessage.Sendable>, List<Outcome>> doubts) {
        givenUp = true;
        List<UnconfirmedMessage> left =
                unconfirmed.stream().filter(sent -> !sent.answered).toList();
        List<Outcome> outcomes =
                doubts.apply(left.stream().map(sent -> sent.message).toList());
        for (int i = 0; i < left.size(); i++) {
            Outcome returned = left.get(i).returned;
            Outcome outcome = returned == null ? outcomes.get(i) : returned;
            settle(left.get(i), _ -> outcome);
        }
    }
}
