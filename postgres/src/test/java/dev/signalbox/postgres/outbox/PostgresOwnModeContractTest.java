package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL passes the contract in claim mode {@code own}, and matches the in-memory adapter row by row. */
class PostgresOwnModeContractTest extends StatusTableContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(ClaimMode.OWN);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (PostgresOutboxFixture postgres = new PostgresOutboxFixture(ClaimMode.OWN)) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.OWN), postgres).run(250);
        }
    }
}
