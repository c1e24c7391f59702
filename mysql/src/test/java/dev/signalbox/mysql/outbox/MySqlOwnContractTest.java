package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import dev.signalbox.testkit.memory.InMemoryFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MySQL does what every source does while nothing is marked, and what the adapter in memory does to the last row. */
class MySqlOwnContractTest extends StatusTableContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlFixture(TestServer.named("mysql"), Holding.OWN);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryFixture(Holding.OWN), table).run(250);
        }
    }
}
