package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.MarkingContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL does what every source does, and what the adapter in memory does to the last row. */
class PostgresContractTest extends MarkingContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresFixture(Holding.MARK);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (PostgresFixture postgres = new PostgresFixture(Holding.MARK)) {
            new RandomOperations(seed, new InMemoryFixture(Holding.MARK), postgres).run(250);
        }
    }
}
