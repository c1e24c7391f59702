package dev.signalbox.postgres.owntable;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table passes the contract, and matches the in-memory adapter row by row. */
class PostgresOwnTableContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOwnTableFixture();
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (PostgresOwnTableFixture table = new PostgresOwnTableFixture()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.OWN), table).run(250);
        }
    }
}
