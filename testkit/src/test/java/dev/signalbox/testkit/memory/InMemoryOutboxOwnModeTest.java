package dev.signalbox.testkit.memory;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import dev.signalbox.testkit.contract.StatusTableContract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InMemoryOutboxOwnModeTest extends StatusTableContract {
    @Override
    protected OutboxFixture open() {
        return new InMemoryOutboxFixture(ClaimMode.OWN);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesTheSameTwice(long seed) throws SourceException {
        new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.OWN), new InMemoryOutboxFixture(ClaimMode.OWN))
                .run(500);
    }
}
