package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MongoDB does what every source does, and what the adapter in memory does to the last document. */
class MongoMarkModeContractTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() {
        return new MongoOutboxFixture();
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (MongoOutboxFixture mongo = new MongoOutboxFixture()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), mongo).run(250);
        }
    }
}
