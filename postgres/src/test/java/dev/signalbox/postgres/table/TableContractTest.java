package dev.signalbox.postgres.table;

import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table does what every source does, and what the adapter in memory does to the last row. */
class TableContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new TableFixture();
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (TableFixture table = new TableFixture()) {
            new RandomOperations(seed, new InMemoryFixture(Holding.OWN), table).run(250);
        }
    }
}
