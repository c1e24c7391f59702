package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.MarkingContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MySQL does what every source does, and what the adapter in memory does to the last row. */
class MySqlContractTest extends MarkingContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlFixture(TestServer.named("mysql"), Holding.MARK);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryFixture(Holding.MARK), table).run(250);
        }
    }
}
