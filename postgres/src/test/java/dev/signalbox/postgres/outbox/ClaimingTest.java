package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.holding;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimingTest extends FlowCatalystTableTest {
    ClaimingTest() {
        super(OutboxSettings.DEFAULTS);
    }

    @Test
    void aClaimBringsWhatTheRowsSayAndMarksThem() throws Exception {
        insert(outboxTestDatabase, "1", "g", 1);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        Message message = claimResult.messages().getFirst();
        assertThat(message.group()).isEqualTo("g");
        assertThat(message.type()).isEqualTo("EVENT");
        assertThat(message.payload().utf8()).isEqualTo("payload of 1");
        assertThat(message.attempts()).isZero();
        assertThat(message.createdAt()).hasToString("2024-01-01T00:00:01Z");
        assertThat(claimResult.more()).isFalse();
        assertThat(outboxTestDatabase.value("SELECT status, processed_at AT TIME ZONE 'UTC' = '%s' FROM outbox_events"
                        .formatted(message.claim().at())))
                .isEqualTo("PROCESSING|t");
        assertThat(outboxTestDatabase.value(
                        "SELECT incarnation, number, relay, ids, claimed_at = '%s' FROM signalbox.claims"
                                .formatted(message.claim().at())))
                .isEqualTo("me|" + message.claim().number() + "|public.outbox_events|{1}|t");
    }

    @Test
    void aLockedRowEndsItsGroupsRun() throws Exception {
        for (int i = 1; i <= 4; i++) {
            insert(outboxTestDatabase, "a" + i, "a", i);
            insert(outboxTestDatabase, "b" + i, "b", i);
        }
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id IN ('a1', 'b3') FOR UPDATE");
            assertThat(ids(outbox.claim(me, request(100, 10)))).containsExactly("b1", "b2");
            other.rollback();
        }
        assertThat(ids(outbox.claim(me, request(100, 10)))).containsExactly("a1", "a2", "a3", "a4");
    }

    @Test
    void nothingIsClaimedOfAGroupThatSomebodyHolds() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "a2", "a", 2);
        insert(outboxTestDatabase, "b1", "b", 1);
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'PROCESSING', processed_at = now() WHERE id = 'a1'");
        assertThat(ids(outbox.claim(me, request(100, 10)))).containsExactly("b1");
    }

    @Test
    void ourOwnUnsettledRowsHoldTheirGroupToo() throws Exception {
        for (int i = 1; i <= 4; i++) {
            insert(outboxTestDatabase, "a" + i, "a", i);
        }
        ClaimResult first = outbox.claim(me, request(100, 2));
        assertThat(ids(first)).containsExactly("a1", "a2");
        assertThat(outbox.claim(me, request(100, 2)).messages()).isEmpty();
        outbox.settle(me, all(first, Verdict.COMPLETE));
        assertThat(ids(outbox.claim(me, request(100, 2)))).containsExactly("a3", "a4");
    }

    @Test
    void everyGroupGetsItsTurnThoughAnEarlyOneIsHuge() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT 'a' || lpad(s::text, 6, '0'), 'EVENT', 'a', '', 'PENDING', timestamp '2024-01-01' + s * interval '1 s'
                FROM generate_series(1, 3000) s""");
        for (int i = 0; i < 20; i++) {
            insert(outboxTestDatabase, "z" + i, "group" + i, 100_000);
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            ClaimResult claimResult = outbox.claim(me, request(10, 5));
            seen.addAll(ids(claimResult));
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        }
        assertThat(seen.stream().filter(id -> id.startsWith("z"))).hasSize(20);
    }

    @Test
    void theWholeTableIsDrainedInOrderWithoutAnEmptyClaimBeforeTheEnd() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT lpad(s::text, 6, '0'), 'EVENT', CASE WHEN s % 8 < 7 THEN 'g' || s % 8 END, '', 'PENDING',
                       timestamp '2024-01-01' + (s / 40) * interval '1 s'
                FROM generate_series(1, 1000) s""");
        List<Message> drained = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = outbox.claim(me, request(64, 7));
            drained.addAll(claimResult.messages());
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        } while (!claimResult.messages().isEmpty());
        assertThat(drained).hasSize(1000);
        for (int g = 0; g < 7; g++) {
            String group = "g" + g;
            assertThat(drained.stream().filter(m -> group.equals(m.group())).map(Message::id))
                    .isSorted();
        }
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void rowsWithoutAGroupWaitForNobody() throws Exception {
        for (int i = 1; i <= 4; i++) {
            insert(outboxTestDatabase, "n" + i, null, i);
        }
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'PROCESSING', processed_at = now() WHERE id = 'n1'");
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'n2' FOR UPDATE");
            assertThat(ids(outbox.claim(me, request(1, 1)))).containsExactly("n3");
            assertThat(ids(outbox.claim(me, request(5, 1)))).containsExactly("n4");
            other.rollback();
        }
        assertThat(ids(outbox.claim(me, request(5, 1)))).containsExactly("n2");
    }

    @Test
    void groupsAndRowsWithoutOneTakeTurnsAtGoingFirst() throws Exception {
        for (int i = 1; i <= 10; i++) {
            insert(outboxTestDatabase, "n" + i, null, i);
            insert(outboxTestDatabase, "g" + i, "group" + i, i);
        }
        List<String> claimed = new ArrayList<>(ids(outbox.claim(me, request(3, 1))));
        claimed.addAll(ids(outbox.claim(me, request(3, 1))));
        assertThat(claimed.stream().filter(id -> id.startsWith("n"))).hasSize(3);
        assertThat(claimed.stream().filter(id -> id.startsWith("g"))).hasSize(3);
    }

    @Test
    void theEmptyGroupIsAGroupAndCaseMatters() throws Exception {
        insert(outboxTestDatabase, "e1", "", 1);
        insert(outboxTestDatabase, "e2", "", 2);
        insert(outboxTestDatabase, "A1", "A", 1);
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "s1", "a ", 1);
        ClaimResult claimResult = outbox.claim(me, request(100, 1));
        assertThat(claimResult.messages().stream().map(Message::group)).containsExactlyInAnyOrder("", "A", "a", "a ");
        assertThat(ids(claimResult)).contains("e1").doesNotContain("e2");
        outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        assertThat(ids(outbox.claim(me, request(100, 1)))).containsExactly("e2");
    }

    @Test
    void tiesAreBrokenById() throws Exception {
        for (String id : List.of("5", "3", "9", "1", "7", "2", "8", "6", "4")) {
            insert(outboxTestDatabase, id, "g", 1);
        }
        insert(outboxTestDatabase, "0", "g", 2);
        for (String expected : List.of("123", "456", "789", "0")) {
            ClaimResult claimResult = outbox.claim(me, request(100, 3));
            assertThat(String.join("", ids(claimResult))).isEqualTo(expected);
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        }
    }

    @Test
    void aTieThatReachesPastTheWindowWaitsForTheNextClaim() throws Exception {
        insert(outboxTestDatabase, "z", "g", 1);
        for (String id : List.of("5", "3", "4")) {
            insert(outboxTestDatabase, id, "g", 2);
        }
        ClaimResult first = outbox.claim(me, request(100, 2));
        outbox.settle(me, all(first, Verdict.COMPLETE));
        ClaimResult second = outbox.claim(me, request(100, 2));
        assertThat(ids(first)).containsExactly("z");
        assertThat(ids(second)).containsExactly("3", "4");
    }

    @Test
    void whatWasReadAheadOfATieGivesWayToARowThatComesBack() throws Exception {
        tie(60);
        ClaimResult first = outbox.claim(me, request(100, 10));
        outbox.settle(me, all(first, Verdict.COMPLETE));
        ClaimResult second = outbox.claim(me, request(100, 10));
        assertThat(ids(second)).startsWith("g11").endsWith("g20").hasSize(10);
        outbox.settle(me, all(second, Verdict.RELEASE));
        ClaimResult third = outbox.claim(me, request(100, 10));
        assertThat(ids(third)).isEqualTo(ids(second));
        outbox.settle(me, all(third, Verdict.COMPLETE));
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'g23' FOR UPDATE");
            ClaimResult cut = outbox.claim(me, request(100, 10));
            assertThat(ids(cut)).containsExactly("g21", "g22");
            outbox.settle(me, all(cut, Verdict.COMPLETE));
            assertThat(outbox.claim(me, request(100, 10)).messages()).isEmpty();
            other.rollback();
        }
        assertThat(ids(outbox.claim(me, request(100, 10)))).startsWith("g23").endsWith("g32");
    }

    @Test
    void aGroupThatWasReadAheadIsNotGoneOnWithWhileSomebodyHoldsIt() throws Exception {
        tie(60);
        ClaimResult first = outbox.claim(me, request(100, 10));
        assertThat(outbox.claim(me, request(100, 10)).messages()).isEmpty();
        outbox.settle(me, all(first, Verdict.COMPLETE));
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'PROCESSING', processed_at = now() WHERE id = 'g60'");
        assertThat(outbox.claim(me, request(100, 10)).messages()).isEmpty();
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'PENDING', processed_at = NULL WHERE id = 'g60'");
        assertThat(outbox.claim(me, holding(Set.of("g"), Set.of())).messages()).isEmpty();
        assertThat(ids(outbox.claim(me, request(100, 10)))).startsWith("g11").endsWith("g20");
    }

    @Test
    void aTieIsDrainedInOrderWithoutAnEmptyClaimBeforeTheEnd() throws Exception {
        tie(99);
        List<String> drained = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = outbox.claim(me, request(7, 7));
            drained.addAll(ids(claimResult));
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        } while (!claimResult.messages().isEmpty());
        assertThat(drained).hasSize(99).isSorted();
    }

    private void tie(int rows) throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT 'g' || lpad(s::text, 2, '0'), 'EVENT', 'g', '', 'PENDING', timestamp '2024-01-01'
                FROM generate_series(1, %d) s ORDER BY random()""".formatted(rows));
    }

    @Test
    void heldGroupsAreLeftAlone() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "b1", "b", 1);
        insert(outboxTestDatabase, "n1", null, 1);
        insert(outboxTestDatabase, "n2", null, 1);
        assertThat(ids(outbox.claim(me, holding(Set.of("a"), Set.of("n1"))))).containsExactlyInAnyOrder("b1", "n2");
    }

    @Test
    void aHeldMessageEndsTheRunWhereOrderIsStrictAndIsPassedOverWhereItIsNot() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "a2", "a", 2);
        assertThat(outbox.claim(me, holding(Set.of(), Set.of("a1"))).messages()).isEmpty();
        PostgresOutbox skipping = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS.with(Ordering.SKIP));
        assertThat(ids(skipping.claim(me, holding(Set.of(), Set.of("a1"))))).containsExactly("a2");
        assertThat(skipping.claim(me, holding(Set.of(), Set.of())).messages()).isEmpty();
    }

    @Test
    void withoutOrderingLockedAndHeldRowsStopNobody() throws Exception {
        for (int i = 1; i <= 5; i++) {
            insert(outboxTestDatabase, "a" + i, "a", i);
        }
        PostgresOutbox unordered = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS.with(Ordering.NONE));
        assertThat(ids(unordered.claim(me, request(1, 1)))).containsExactly("a1");
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'a2' FOR UPDATE");
            assertThat(ids(unordered.claim(me, holding(Set.of(), Set.of("a3")))))
                    .containsExactly("a4", "a5");
            other.rollback();
        }
    }

    @Test
    void aFailedRowHoldsItsGroupOnlyIfAskedTo() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "a2", "a", 2);
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'FAILED' WHERE id = 'a1'");
        OutboxSettings defaults = OutboxSettings.DEFAULTS;
        OutboxSettings hold = new OutboxSettings(
                ClaimMode.MARK,
                defaults.processingTimeout(),
                defaults.maxPayloadBytes(),
                defaults.retention(),
                Ordering.BLOCK,
                true);
        assertThat(flowcatalyst(outboxTestDatabase, hold)
                        .claim(me, request(10, 10))
                        .messages())
                .isEmpty();
        assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("a2");
    }

    @Test
    void bytesAreBoundedButTheFirstMessageAlwaysComes() throws Exception {
        for (int i = 1; i <= 4; i++) {
            insert(outboxTestDatabase, "a" + i, "a" + i, i);
        }
        outboxTestDatabase.run("UPDATE outbox_events SET payload = repeat('x', 10000000) WHERE id IN ('a1', 'a4')");
        ClaimRequest small = new ClaimRequest(Shards.ALL, 100, 1_000, 10, Set.of(), Set.of());
        ClaimResult first = outbox.claim(me, small);
        assertThat(ids(first)).containsExactly("a1");
        assertThat(first.messages().getFirst().payload().bytes()).hasSize(10_000_000);
        assertThat(first.more()).isTrue();
        assertThat(ids(outbox.claim(me, small))).containsExactly("a2", "a3");
        assertThat(ids(outbox.claim(me, small))).containsExactly("a4");
    }

    @Test
    void aPayloadLargerThanTheLimitIsLeftBehind() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "a2", "a", 2);
        outboxTestDatabase.run("UPDATE outbox_events SET payload = repeat('x', 2000) WHERE id = 'a1'");
        OutboxSettings settings = new OutboxSettings(
                ClaimMode.MARK,
                OutboxSettings.DEFAULTS.processingTimeout(),
                1_000,
                new Retention.Keep(),
                Ordering.BLOCK,
                false);
        ClaimResult claimResult = flowcatalyst(outboxTestDatabase, settings).claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactly("a1", "a2");
        assertThat(claimResult.messages().getFirst().payload().isLeftBehind()).isTrue();
        assertThat(claimResult.messages().getFirst().size()).isEqualTo(2_000);
    }

    @Test
    void aStretchOfHeldGroupsDoesNotHideWhatComesAfterIt() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT 'a' || s, 'EVENT', 'a' || s, '', 'PENDING', timestamp '2024-01-01' FROM generate_series(1, 5000) s
                UNION ALL
                SELECT 'p' || s, 'EVENT', 'a' || s, '', 'PROCESSING', timestamp '2024-01-01' FROM generate_series(1, 5000) s""");
        insert(outboxTestDatabase, "z1", "z", 1);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactly("z1");
        ClaimResult next = outbox.claim(me, request(10, 10));
        assertThat(next.messages()).isEmpty();
        assertThat(next.more()).isFalse();
    }
}
