package dev.signalbox.testkit.log;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.log.exactlyonce.TransactionBatch;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Simulates a Kafka cluster that randomly refuses or aborts transactions, or does not report their result. */
final class SimulatedKafkaCluster {
    private static final Outcome AWAY = new Outcome.Unavailable("away");

    private final RandomGenerator random;
    private final List<Message> committed = new ArrayList<>();
    private Optional<byte[]> checkpoint = Optional.empty();
    private int epoch;
    private @Nullable OpenTransaction openTransaction;
    private boolean healthy;
    private boolean forgetful;

    private record OpenTransaction(List<Message> messages, Optional<byte[]> checkpoint, boolean prepared) {}

    SimulatedKafkaCluster(RandomGenerator random) {
        this.random = random;
    }

    List<Message> committed() {
        return committed;
    }

    /** From now on no call fails. */
    void heal() {
        healthy = true;
    }

    /** From now on no checkpoint is found. */
    void forget() {
        forgetful = true;
    }

    private void end() {
        if (openTransaction != null && openTransaction.prepared()) {
            commit(openTransaction.messages(), openTransaction.checkpoint());
        }
        openTransaction = null;
    }

    private void commit(List<Message> messages, Optional<byte[]> text) {
        committed.addAll(messages);
        checkpoint = text;
    }

    TransactionalDestination destination() {
        return new Destination();
    }

    private final class Destination implements TransactionalDestination {
        private int mine;

        @Override
        public SinkLimits limits() {
            return new SinkLimits(100, 1 << 20);
        }

        @Override
        public BeginResult begin() {
            if (!healthy && random.nextInt(5) == 0) {
                return new BeginResult.Refused(AWAY);
            }
            mine = ++epoch;
            end();
            return new BeginResult.Begun(forgetful ? Optional.empty() : checkpoint);
        }

        @Override
        public TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> text) {
            if (mine != epoch) {
                return new TransactionResult.Unknown(new Outcome.Unavailable("fenced"));
            }
            TransactionBatch transactionBatch = new TransactionBatch(batch);
            if (!healthy && random.nextInt(4) == 0) {
                transactionBatch.refuse(random.nextInt(batch.size()), new Outcome.Failed("refused"));
            }
            List<Message> going =
                    transactionBatch.included().stream().map(batch::get).toList();
            Optional<byte[]> noted = Optional.of(text.apply(going));
            switch (healthy ? 9 : random.nextInt(10)) {
                case 0 -> openTransaction = new OpenTransaction(going, noted, false);
                case 1 -> openTransaction = new OpenTransaction(going, noted, true);
                case 2 -> {
                    return new TransactionResult.Known(transactionBatch.outcomes(AWAY));
                }
                default -> {
                    commit(going, noted);
                    return new TransactionResult.Known(transactionBatch.outcomes(Outcome.DELIVERED));
                }
            }
            return new TransactionResult.Unknown(AWAY);
        }

        @Override
        public void close() {}
    }
}
