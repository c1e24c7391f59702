package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresSettlingTest extends FlowCatalystTableTest {
    PostgresSettlingTest() {
        super(OutboxSettings.DEFAULTS);
    }

    @Test
    void eachVerdictIsRecordedInItsWay() throws Exception {
        for (int i = 1; i <= 4; i++) {
            insert(outboxTestDatabase, "m" + i, "g" + i, i);
        }
        outboxTestDatabase.run("UPDATE outbox_events SET retry_count = 2, error_message = 'before'");
        List<Message> held = outbox.claim(me, request(10, 10)).messages();
        SettleResult settleResult = outbox.settle(
                me,
                List.of(
                        new Settlement(held.get(0), Verdict.COMPLETE),
                        new Settlement(held.get(1), new Verdict.RetryAt(5, "HTTP 500\0" + "x".repeat(3_000))),
                        new Settlement(held.get(2), new Verdict.Park("HTTP 400 \ud800")),
                        new Settlement(held.get(3), Verdict.RELEASE)));
        assertThat(settleResult.recorded()).containsExactlyInAnyOrder("m1", "m2", "m3", "m4");
        assertThat(outboxTestDatabase.rows("""
                SELECT id, status, retry_count, left(error_message, 10), length(error_message),
                       abs(extract(epoch FROM processed_at - now() AT TIME ZONE 'UTC')) < 60
                FROM outbox_events ORDER BY id"""))
                .containsExactly(
                        "m1|COMPLETED|2|null|null|t",
                        "m2|PENDING|3|HTTP 500\ufffdx|2000|null",
                        "m3|FAILED|2|HTTP 400 \ufffd|10|t",
                        "m4|PENDING|2|before|6|null");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void aClaimEndsWithItsLastRow() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        List<Settlement> done = all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE);
        outbox.settle(me, done.subList(0, 1));
        assertThat(outboxTestDatabase.value("SELECT ids FROM signalbox.claims")).isEqualTo("{a,b}");
        outbox.settle(me, done.subList(1, 2));
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void aLateSettlementOfAnEarlierClaimAffectsNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult first = outbox.claim(me, request(10, 10));
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'PENDING', processed_at = NULL");
        ClaimResult second = outbox.claim(me, request(10, 10));
        assertThat(outbox.settle(me, all(first, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
        assertThat(outbox.settle(me, all(second, Verdict.COMPLETE)).recorded()).containsExactly("a");
    }

    @Test
    void aRowThatSomebodyElseTookMeanwhileIsNotSettled() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        outboxTestDatabase.run("UPDATE outbox_events SET processed_at = processed_at + interval '1 microsecond'");
        assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                .isEmpty();
        assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
    }

    @Test
    void theReasonIsCutToWhatTheColumnHolds() throws Exception {
        outboxTestDatabase.run("ALTER TABLE outbox_events ALTER error_message TYPE varchar(7)");
        insert(outboxTestDatabase, "a", "a", 1);
        outbox.settle(me, all(outbox.claim(me, request(1, 1)), new Verdict.Park("a long reason")));
        assertThat(outboxTestDatabase.value("SELECT error_message FROM outbox_events"))
                .isEqualTo("a long ");
    }

    @Test
    void aCoarseColumnStillTellsTwoClaimsOfOneProcessApart() throws Exception {
        outboxTestDatabase.run("ALTER TABLE outbox_events ALTER processed_at TYPE timestamp(0)");
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult first = outbox.claim(me, request(10, 10));
        outbox.settle(me, all(first, Verdict.RELEASE));
        ClaimResult second = outbox.claim(me, request(10, 10));
        assertThat(outbox.settle(me, all(first, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(me, all(second, Verdict.COMPLETE)).recorded()).containsExactly("a");
    }
}
