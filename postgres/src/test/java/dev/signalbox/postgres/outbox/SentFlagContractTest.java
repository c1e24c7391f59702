package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table whose only state is a sent flag passes the contract. */
@Tag("slow")
class SentFlagContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new PostgresOutboxFixture(PostgresPresetTable.SENT_FLAG, ClaimMode.OWN);
    }
}
