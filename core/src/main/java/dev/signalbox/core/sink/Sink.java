package dev.signalbox.core.sink;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One destination. Called from many virtual threads at once; blocks until there is an answer or a timeout. */
public interface Sink extends AutoCloseable {
    /** How much one call of {@link #send} takes. */
    SinkLimits limits();

    /**
     * Sends one batch. Failures of the destination are answers, never exceptions; an exception is a fault of the sink
     * itself, and the relay counts it as a failed attempt of the batch.
     *
     * @param notAfter a message whose sending has not begun at this time, by {@link Clock#leaseNanos} of the relay's clock,
     *     is not sent any more by a sink that does not send everything at once, because the work may belong to another
     *     node then
     */
    Answer send(List<Message> batch, long notAfter) throws InterruptedException;

    default Answer send(List<Message> batch) throws InterruptedException {
        return send(batch, Long.MAX_VALUE);
    }

    /** The batches being sent belong to another node now: the sink may drop what has not left yet. */
    default void abandon() {}

    /** Closes connections; sends under way may fail. */
    @Override
    void close();

    /**
     * The most messages and bytes of one request; a single message may be larger.
     *
     * @param withoutItsGroup messages that share a request with messages of other groups only
     * @param sizeOf how many of the bytes a message takes
     */
    record SinkLimits(int messages, long bytes, Predicate<Message> withoutItsGroup, ToLongFunction<Message> sizeOf) {
        public SinkLimits {
            if (messages < 1 || bytes < 1) {
                throw new IllegalArgumentException("a request carries at least one message and one byte");
            }
        }

        /** A message takes the bytes of its payload. */
        public SinkLimits(int messages, long bytes, Predicate<Message> withoutItsGroup) {
            this(messages, bytes, withoutItsGroup, Message::size);
        }

        /** All messages of a group may share a request. */
        public SinkLimits(int messages, long bytes) {
            this(messages, bytes, SinkLimits::never);
        }

        /** The same for a sink that sends more than the payload, or less. */
        public SinkLimits sizedBy(ToLongFunction<Message> other) {
            return new SinkLimits(messages, bytes, withoutItsGroup, other);
        }

        static boolean never(Message message) {
            return false;
        }
    }

    /** A destination's answer to a batch: one outcome for all of it, or one for each message. */
    sealed interface Answer {
        /** One outcome for the batch: which message caused a failure is unknown unless it was alone. */
        record Whole(Outcome outcome) implements Answer {}

        /** One outcome for each message, in the order of the batch. */
        record Each(List<Outcome> outcomes) implements Answer {
            public Each {
                outcomes = List.copyOf(outcomes);
            }
        }

        /** Outcomes known for single messages, in the order of the batch, and one for all others, which are null. */
        record Mixed(List<@Nullable Outcome> known, Outcome rest) implements Answer {
            // Not compact: a compact constructor's class file drops @Nullable from the list's elements.
            public Mixed(List<@Nullable Outcome> known, Outcome rest) {
                this.known = Collections.unmodifiableList(new ArrayList<>(known));
                this.rest = rest;
            }
        }

        Answer DELIVERED = new Whole(Outcome.DELIVERED);

        /** The answer in its general form; a sink that does not answer for exactly this many messages has failed. */
        static Mixed forBatchOf(int size, Answer answer) {
            Mixed mixed = switch (answer) {
                case Whole(Outcome outcome) -> new Mixed(Collections.nCopies(size, null), outcome);
                case Each(List<Outcome> outcomes) -> new Mixed(new ArrayList<>(outcomes), Outcome.NOT_ATTEMPTED);
                case Mixed known -> known;
            };
            int answered = mixed.known().size();
            return answered == size
                    ? mixed
                    : new Mixed(
                            Collections.nCopies(size, null),
                            new Outcome.Failed("the sink answered for " + answered + " messages"));
        }
    }
}
