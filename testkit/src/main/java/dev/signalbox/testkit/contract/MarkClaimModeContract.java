package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import org.junit.jupiter.api.Test;

/** What every source must do that marks claimed rows. */
public abstract class MarkClaimModeContract extends StatusTableContract {
    @Test
    void whatIsClaimedIsMarked() throws SourceException {
        insert("g", 2);

        source.claim(owner, request(1, 1));

        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
        assertThat(table.row("m1").status()).isEqualTo("PENDING");
    }

    @Test
    void claimsNothingOfAGroupWithAClaimedRow() throws SourceException {
        insert("g", 3);
        ClaimSource again = table.newSource(Ordering.BLOCK, false);

        assertThat(ids(source.claim(owner, request(1, 1)))).containsExactly("m0");

        assertThat(ids(again.claim(owner, request(10, 10)))).isEmpty();
    }

    @Test
    void aLockedRowEndsItsGroupsRun() throws SourceException {
        needsRowLocks();
        insert("g", 4);
        insert(null, 2);

        try (OutboxFixture.Lock _ = table.lock("m1");
                OutboxFixture.Lock _ = table.lock("m4")) {
            assertThat(claim()).containsExactlyInAnyOrder("m0", "m5");
        }
    }

    @Test
    void aLockedRowOfAFencedOwnerHoldsUpOnlyItself() throws SourceException {
        needsRowLocks();
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));
        table.fence(owner);
        owner = table.join("heir");
        source = table.newSource(Ordering.BLOCK, false);

        try (OutboxFixture.Lock _ = table.lock("m0")) {
            assertThat(source.recover(owner)).isEqualTo(new RecoveryResult(1, 0, true));
            assertThat(claim()).containsExactly("m1");
        }
        assertThat(source.recover(owner).fromFencedOwners()).isEqualTo(1);
        assertThat(claim()).containsExactly("m0");
    }

    @Test
    void aLivingOwnersClaimsNeverExpire() throws SourceException {
        insert("g", 1);
        source.claim(owner, request(1, 1));
        Incarnation standby = table.join("standby");

        assertThat(table.newSource(Ordering.BLOCK, false).recover(standby)).isEqualTo(RecoveryResult.NOTHING);
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
    }

    @Test
    void withoutOrderALockedRowIsPassedOver() throws SourceException {
        needsRowLocks();
        insert("g", 3);
        source = table.newSource(Ordering.NONE, false);
        source.claim(owner, request(1, 1));

        try (OutboxFixture.Lock _ = table.lock("m1")) {
            assertThat(claim()).containsExactly("m2");
        }
    }
}
