package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table without a status column and without Signalbox's indexes passes the contract in claim mode {@code mark}. */
@Tag("slow")
class MariaDbCatboxMarkModeContractTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mariadb"), MySqlPresetTable.CATBOX, ClaimMode.MARK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), table).run(250);
        }
    }
}
