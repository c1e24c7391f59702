package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import dev.signalbox.testkit.memory.InMemoryOutboxFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signalbox's own table passes the source contract, and matches the in-memory adapter to the last row. */
abstract class MySqlOwnTableContract extends StatusTableContract {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesWhatTheMemoryDoes(long seed) throws Exception {
        try (OutboxFixture table = open()) {
            new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.OWN), table).run(250);
        }
    }
}
