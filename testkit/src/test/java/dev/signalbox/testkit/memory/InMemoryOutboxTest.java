package dev.signalbox.testkit.memory;

import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.MarkingContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.contract.RandomOperations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InMemoryOutboxTest extends MarkingContract {
    @Override
    protected OutboxFixture open() {
        return new InMemoryFixture(Holding.MARK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesTheSameTwice(long seed) throws SourceException {
        new RandomOperations(seed, new InMemoryFixture(Holding.MARK), new InMemoryFixture(Holding.MARK)).run(500);
    }
}
