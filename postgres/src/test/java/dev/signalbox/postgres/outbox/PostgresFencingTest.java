package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresFencingTest extends ClaimModeContract {
    PostgresFencingTest() {
        super(OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ZERO)));
    }

    private List<String> table() throws Exception {
        return outboxTestDatabase.rows("SELECT xmin, * FROM outbox_events ORDER BY id");
    }

    @Test
    void aFencedOwnerChangesNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        insert(outboxTestDatabase, "n", null, 1);
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        outboxTestDatabase.run(
                "UPDATE outbox_events SET status = 'COMPLETED', processed_at = created_at WHERE id = 'b'");
        outboxTestDatabase.run(
                "INSERT INTO signalbox.suspects (relay, id, level) VALUES ('public.outbox_events', 'n', 1)");
        outboxTestDatabase.fence("me");
        List<String> before = table();
        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(ClaimResult.NOTHING);
        assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                .isEmpty();
        assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
        assertThat(outbox.markInFlight(me, List.of("n"))).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(outbox.sweep(me).deleted()).isEqualTo(SweepResult.NOTHING.deleted());
        }
        assertThat(table()).isEqualTo(before);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("1");
        assertThat(outboxTestDatabase.value("SELECT in_flight FROM signalbox.suspects"))
                .isEqualTo("f");
    }

    @Test
    void aFencedOwnerClaimsNothingOfWhatItHasReadAhead() throws Exception {
        for (int i = 100; i < 200; i++) {
            insert(outboxTestDatabase, "m" + i, "tied", 1);
        }
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        outboxTestDatabase.fence("me");

        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(ClaimResult.NOTHING);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE status = 'PROCESSING'"))
                .isEqualTo("0");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void anOwnerWhoseLeaseBelongsToAnotherServerIsFencedAlthoughItsRowIsThere() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);

        assertThat(outbox.claim(outboxTestDatabase.join("me@elsewhere"), request(1, 1)))
                .isEqualTo(ClaimResult.NOTHING);
        assertThat(outbox.claim(me, request(1, 1)).messages()).hasSize(1);
    }

    @Test
    void aLateCallOfAnEarlierIncarnationDoesNotDisturbTheNextOne() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        ClaimResult early = outbox.claim(me, request(1, 1));
        outboxTestDatabase.fence("me");
        Incarnation next = outboxTestDatabase.join("next");
        ClaimResult late = outbox.claim(next, request(1, 1));
        assertThat(outbox.settle(me, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(late, Verdict.COMPLETE)).recorded()).hasSize(1);
    }
}
