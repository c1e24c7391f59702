package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table that has no word for a held row, with notes beside it, does what every source does. */
@Tag("slow")
class EventOutboxContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresFixture(SeedTable.EVENT_OUTBOX, Holding.OWN);
    }
}
