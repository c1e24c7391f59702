package dev.signalbox.mongodb;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MongoDB fulfils the contract of all sources, and behaves exactly as the in-memory adapter. */
class MongoMarkModeContractTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() {
        return new MongoOutboxFixture();
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void behavesLikeTheInMemoryOutbox(long seed) throws Exception {
        try (MongoOutboxFixture mongo = new MongoOutboxFixture()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), mongo).run(250);
        }
    }
}
