package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table that has no word for a held row, with notes beside it, does what every source does. */
@Tag("slow")
class PostgresEventOutboxContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(PostgresPresetTable.EVENT_OUTBOX, ClaimMode.OWN);
    }
}
