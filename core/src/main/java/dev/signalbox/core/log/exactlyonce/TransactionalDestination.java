package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.SinkLimits;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A destination for one pair that takes events and a note in one transaction: all of it or nothing. One call at a time. */
public interface TransactionalDestination extends AutoCloseable {
    /** How much one transaction takes. */
    SinkLimits limits();

    /**
     * Shuts out whoever has sent for this pair until now, on this node or another, and ends what they left open. Then reads the
     * note that was committed last.
     */
    BeginResult begin() throws InterruptedException;

    /**
     * Sends a batch in one transaction. Messages that are refused, and those of their groups behind them, are left out of it.
     *
     * @param note what is to be noted if these messages of the batch go
     */
    TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> note) throws InterruptedException;

    /** What came of beginning anew. */
    sealed interface BeginResult {
        /** Nobody else can commit anything from now on. */
        record Begun(Optional<byte[]> checkpoint) implements BeginResult {}

        /** It cannot be used now. */
        record Refused(Outcome outcome) implements BeginResult {}
    }

    /** What came of a transaction. */
    sealed interface TransactionResult {
        /** It was committed with those that are delivered, or there was nothing to commit. */
        record Known(List<Outcome> outcomes) implements TransactionResult {}

        /** It may have been committed or not, or somebody else was first: to go on one has to begin anew. */
        record Unknown(Outcome outcome) implements TransactionResult {}
    }

    @Override
    void close();
}
