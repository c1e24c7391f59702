package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL passes the contract in claim mode {@code mark}, and matches the in-memory adapter row by row. */
class PostgresMarkModeContractTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(ClaimMode.MARK);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (PostgresOutboxFixture postgres = new PostgresOutboxFixture(ClaimMode.MARK)) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), postgres).run(250);
        }
    }
}
