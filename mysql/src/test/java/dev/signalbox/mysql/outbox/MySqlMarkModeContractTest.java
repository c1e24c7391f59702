package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MySQL passes the source contract, and matches the in-memory adapter to the last row. */
class MySqlMarkModeContractTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mysql"), ClaimMode.MARK);
    }

    @ParameterizedTest
    @MethodSource(RandomOperations.SEEDS)
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), table).run(250);
        }
    }
}
