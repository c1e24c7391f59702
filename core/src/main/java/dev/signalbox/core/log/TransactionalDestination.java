package dev.signalbox.core.log;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A destination of one feed that takes events and a checkpoint in one transaction. One call at a time. */
public interface TransactionalDestination extends AutoCloseable {
    /** How much one transaction takes. */
    SinkLimits limits();

    /** Fences all earlier producers of this feed and ends their transactions; then reads the last checkpoint. */
    BeginResult begin() throws InterruptedException;

    /** Sends a batch and its checkpoint in one transaction, without refused messages and later ones of their groups. */
    TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> checkpoint) throws InterruptedException;

    /** The result of beginning anew. */
    sealed interface BeginResult {
        /** No other producer can commit anything from now on. */
        record Begun(Optional<byte[]> checkpoint) implements BeginResult {}

        /** The destination is unavailable now. */
        record Refused(Outcome outcome) implements BeginResult {}
    }

    /** The result of a transaction. */
    sealed interface TransactionResult {
        /** It was committed with the delivered messages, or there was nothing to commit. */
        record Known(List<Outcome> outcomes) implements TransactionResult {}

        /** It may or may not have been committed, or another producer has fenced this one: begin anew. */
        record Unknown(Outcome outcome) implements TransactionResult {}
    }

    @Override
    void close();
}
