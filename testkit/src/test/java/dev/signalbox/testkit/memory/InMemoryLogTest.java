package dev.signalbox.testkit.memory;

import dev.signalbox.testkit.log.EventLogContract;
import dev.signalbox.testkit.log.LogFixture;

class InMemoryLogTest extends EventLogContract {
    @Override
    protected LogFixture newLog() {
        return new InMemoryLog();
    }
}
