package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table without a status column and without Signalbox's indexes passes the contract in claim mode {@code own}. */
@Tag("slow")
class MariaDbCatboxOwnModeContractTest extends StatusTableContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mariadb"), MySqlPresetTable.CATBOX, ClaimMode.OWN);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.OWN), table).run(250);
        }
    }
}
