package dev.signalbox.testkit.memory;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.MarkClaimModeContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InMemoryOutboxTest extends MarkClaimModeContract {
    @Override
    protected OutboxFixture open() {
        return new InMemoryOutboxFixture(ClaimMode.MARK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesTheSameTwice(long seed) throws SourceException {
        new RandomOperations(seed, new InMemoryOutboxFixture(ClaimMode.MARK), new InMemoryOutboxFixture(ClaimMode.MARK))
                .run(500);
    }
}
