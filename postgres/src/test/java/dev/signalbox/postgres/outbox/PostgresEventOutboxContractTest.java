package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table without a status for claimed rows, with processed events, passes the contract. */
@Tag("slow")
class PostgresEventOutboxContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(PostgresPresetTable.EVENT_OUTBOX, ClaimMode.OWN);
    }
}
