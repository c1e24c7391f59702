package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.MarkingContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MongoDB does what every source does, and what the adapter in memory does to the last document. */
class MongoContractTest extends MarkingContract {
    @Override
    protected OutboxFixture open() {
        return new MongoFixture();
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (MongoFixture mongo = new MongoFixture()) {
            new RandomOperations(seed, new InMemoryFixture(Holding.MARK), mongo).run(250);
        }
    }
}
