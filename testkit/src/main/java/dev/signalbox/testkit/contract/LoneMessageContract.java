package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every source must record of a message that is the only one of its process in flight. */
abstract class LoneMessageContract extends SettlementContract {
    @Test
    void aSecondDeathOfTheOnlyMessageInFlightCountsAsAnAttempt() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED).hasSize(2);
        source.markInFlight(owner, List.of("m0"), true);
        assertThat(suspicionsAfterDeath()).containsExactly(Suspicion.suspect(1, 1), Suspicion.MARKED);
        assertThat(table.row("m0").retryCount()).isOne();
        assertThat(table.row("m1").retryCount()).isZero();
    }

    @Test
    void aMessageThatGotCompanyIsNotCharged() throws SourceException {
        insert("a", 1);
        source.claim(owner, request(1, 1));
        suspicionsAfterDeath();
        source.markInFlight(owner, List.of("m0"), true);
        source.endAlone(owner, "m0");
        Suspicion alone = Suspicion.suspect(1, 0);
        assertThat(suspicionsAfterDeath()).containsOnly(alone);
        assertThat(table.row("m0").retryCount()).isZero();

        source.markInFlight(owner, List.of("m0"));
        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.suspect(1, 1));
        source.markInFlight(owner, List.of("m0"));
        source.endAlone(owner, "m0");
        assertThat(suspicionsAfterDeath())
                .as("which does not end a suspicion that two deaths have caused")
                .containsOnly(Suspicion.suspect(1, 2));
    }

    @Test
    void anOwnerThatIsFencedEndsNothing() throws SourceException {
        insert("a", 1);
        source.claim(owner, request(1, 1));
        suspicionsAfterDeath();
        source.markInFlight(owner, List.of("m0"), true);
        table.fence(owner);
        source.endAlone(owner, "m0");

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.suspect(1, 1));
    }

    @Test
    void theOnlyMessageInFlightIsNotChargedForDeathsThatAreFarApart() throws SourceException {
        insert("a", 1);
        source.claim(owner, request(1, 1));

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED);
        table.outdateEnds();
        source.markInFlight(owner, List.of("m0"), true);
        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED);
        assertThat(table.row("m0").retryCount()).isZero();
    }

    @Test
    void aMessageThatItsOwnerDoesNotHoldIsNotRecordedAsInFlight() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));
        suspicionsAfterDeath();
        release("m0");
        source.markInFlight(owner, List.of("m0"));
        source.claim(owner, request(2, 2));

        assertThat(suspicionsAfterDeath())
                .as("it was claimed again, and not sent")
                .containsOnly(Suspicion.MARKED)
                .hasSize(2);
        release("m0");
        source.markInFlight(owner, List.of("m0"), true);
        source.claim(owner, request(2, 2));
        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED).hasSize(2);
        assertThat(table.row("m0").retryCount()).isZero();
    }

    @Test
    void whatAnotherOwnerHasInFlightDoesNotCountForADeadOne() throws SourceException {
        for (String group : List.of("a", "b", "c", "d", "e")) {
            insert(group, 1);
        }
        source.claim(owner, request(5, 5));
        suspicionsAfterDeath();
        List<String> given = List.of("m0", "m1", "m2");
        for (String id : given) {
            release(id);
        }
        Incarnation other = table.join("other");
        ClaimSource otherSource = table.newSource(Ordering.BLOCK, false);
        otherSource.recover(other);
        ClaimRequest withoutTheRest = new ClaimRequest(Shards.ALL, 10, 1 << 20, 10, Set.of("d", "e"), Set.of());
        assertThat(ids(otherSource.claim(other, withoutTheRest))).hasSameElementsAs(given);
        otherSource.markInFlight(other, given);
        source.markInFlight(owner, List.of("m3", "m4"));

        assertThat(suspicionsAfterDeath()).endsWith(Suspicion.suspect(1, 0), Suspicion.suspect(1, 0));
        otherSource.close();
    }
}
