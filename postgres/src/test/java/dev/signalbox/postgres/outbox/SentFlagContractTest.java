package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table whose rows say only by a flag that they were sent does what every source does. */
@Tag("slow")
class SentFlagContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(PostgresPresetTable.SENT_FLAG, ClaimMode.OWN);
    }
}
