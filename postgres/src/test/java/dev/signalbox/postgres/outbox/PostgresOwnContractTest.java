package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL does what every source does while nothing is marked, and what the adapter in memory does to the last row. */
class PostgresOwnContractTest extends StatusTableContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresFixture(Holding.OWN);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (PostgresFixture postgres = new PostgresFixture(Holding.OWN)) {
            new RandomOperations(seed, new InMemoryFixture(Holding.OWN), postgres).run(250);
        }
    }
}
