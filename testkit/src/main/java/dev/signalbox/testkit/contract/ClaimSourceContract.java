package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every source of claims does alike. */
public abstract class ClaimSourceContract {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private OutboxFixture table = fixtureNotOpened();
    private ClaimSource source = fixtureNotOpened();
    private Incarnation owner = new Incarnation("nobody");
    private int rows;

    /** An empty table. */
    protected abstract OutboxFixture open() throws Exception;

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T fixtureNotOpened() {
        return null;
    }

    @BeforeEach
    void openTable() throws Exception {
        table = open();
        source = table.newSource(Ordering.BLOCK, false);
        owner = table.join("first");
    }

    @AfterEach
    void closeTable() {
        source.close();
        table.close();
    }

    @Test
    void claimsAGroupInOrderOfCreationAndThenOfId() throws SourceException {
        table.insert("c", "g", "{}", START.plusSeconds(1));
        table.insert("b", "g", "{}", START);
        table.insert("a", "g", "{}", START.plusSeconds(1));

        assertThat(claim()).containsExactly("b", "a", "c");
        assertThat(table.row("b").status()).isEqualTo("PROCESSING");
    }

    @Test
    void claimsNothingOfAGroupOfWhichARowIsHeld() throws SourceException {
        insert("g", 3);
        ClaimSource again = table.newSource(Ordering.BLOCK, false);

        assertThat(ids(source.claim(owner, request(1, 1)))).containsExactly("m0");

        assertThat(ids(again.claim(owner, request(10, 10)))).isEmpty();
    }

    @Test
    void givesEveryGroupItsTurn() throws SourceException {
        insert("a", 5);
        insert("b", 5);
        insert("c", 5);

        List<String> first = ids(source.claim(owner, request(4, 2)));
        List<String> second = ids(source.claim(owner, request(4, 2)));

        assertThat(first).containsExactly("m0", "m1", "m5", "m6");
        assertThat(second).startsWith("m10", "m11");
    }

    @Test
    void aLockedRowEndsItsGroupsRun() throws SourceException {
        insert("g", 4);
        insert(null, 2);

        try (OutboxFixture.Lock _ = table.lock("m1");
                OutboxFixture.Lock _ = table.lock("m4")) {
            assertThat(claim()).containsExactlyInAnyOrder("m0", "m5");
        }
    }

    @Test
    void messagesWithoutAGroupWaitForNobody() throws SourceException {
        insert(null, 3);

        assertThat(ids(source.claim(owner, request(1, 1)))).containsExactly("m0");
        assertThat(claim()).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    void groupsAreExact() throws SourceException {
        insert("A", 1);
        insert("a", 1);
        insert("a ", 1);
        insert("", 1);

        assertThat(ids(source.claim(owner, request(10, 1)))).containsExactlyInAnyOrder("m0", "m1", "m2", "m3");
    }

    @Test
    void takesNoMoreBytesThanThereIsRoomForButAlwaysOneMessage() throws SourceException {
        table.insert("a", "g", "x".repeat(600), START);
        table.insert("b", "g", "x".repeat(600), START.plusSeconds(1));

        Claimed claimed = source.claim(owner, new ClaimRequest(Shards.ALL, 10, 1000, 10, Set.of(), Set.of()));

        assertThat(ids(claimed)).containsExactly("a");
        assertThat(claimed.more()).isTrue();
    }

    @Test
    void leavesHeldGroupsAndMessagesAlone() throws SourceException {
        insert("waits", 2);
        insert("goes", 1);
        insert(null, 2);

        Claimed claimed =
                source.claim(owner, new ClaimRequest(Shards.ALL, 10, 1000, 10, Set.of("waits"), Set.of("m4")));

        assertThat(ids(claimed)).containsExactlyInAnyOrder("m2", "m3");
    }

    @Test
    void recordsEveryVerdict() throws SourceException {
        insert(null, 4);
        List<Message> messages = source.claim(owner, request(10, 10)).messages();

        Settled settled = source.settle(
                owner,
                List.of(
                        new Settlement(messages.get(0), Verdict.COMPLETE),
                        new Settlement(messages.get(1), new Verdict.RetryAt(0, "try later")),
                        new Settlement(messages.get(2), new Verdict.Park("bad \u0000 one")),
                        new Settlement(messages.get(3), Verdict.RELEASE)));

        assertThat(settled.recorded()).containsExactlyInAnyOrder("m0", "m1", "m2", "m3");
        assertThat(settled.busy()).isEmpty();
        assertThat(table.row("m0")).isEqualTo(new RowState("COMPLETED", 0, null));
        assertThat(table.row("m1")).isEqualTo(new RowState("PENDING", 1, "try later"));
        assertThat(table.row("m2").status()).isEqualTo("FAILED");
        assertThat(table.row("m2").error()).startsWith("bad ");
        assertThat(table.row("m3")).isEqualTo(new RowState("PENDING", 0, null));
        assertThat(claim()).containsExactlyInAnyOrder("m1", "m3");
    }

    @Test
    void aLateSettlementOfAnEarlierClaimChangesNothing() throws SourceException {
        insert("g", 1);
        Message first = source.claim(owner, request(1, 1)).messages().getFirst();
        source.settle(owner, List.of(new Settlement(first, Verdict.RELEASE)));
        Message second = source.claim(owner, request(1, 1)).messages().getFirst();

        assertThat(source.settle(owner, List.of(new Settlement(first, Verdict.COMPLETE)))
                        .recorded())
                .isEmpty();
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
        assertThat(source.settle(owner, List.of(new Settlement(second, Verdict.COMPLETE)))
                        .recorded())
                .containsExactly("m0");
    }

    @Test
    void aRowThatSomebodyHasLockedHoldsUpNobodyElse() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        List<Message> messages = source.claim(owner, request(2, 1)).messages();
        List<Settlement> both = messages.stream()
                .map(message -> new Settlement(message, Verdict.COMPLETE))
                .toList();

        try (OutboxFixture.Lock _ = table.lock("m0")) {
            assertThat(source.settle(owner, both)).isEqualTo(new Settled(Set.of("m1"), Set.of("m0")));
            assertThat(source.settle(owner, both.subList(0, 1))).isEqualTo(new Settled(Set.of(), Set.of("m0")));
        }
        assertThat(source.settle(owner, both.subList(0, 1))).isEqualTo(Settled.all(Set.of("m0")));
        assertThat(table.row("m0").status()).isEqualTo("COMPLETED");
    }

    @Test
    void aFencedOwnerChangesNothing() throws SourceException {
        insert("g", 2);
        List<Message> messages = source.claim(owner, request(1, 1)).messages();
        table.fence(owner);

        assertThat(source.settle(owner, List.of(new Settlement(messages.getFirst(), Verdict.COMPLETE)))
                        .recorded())
                .isEmpty();
        assertThat(source.claim(owner, request(10, 10)).messages()).isEmpty();
        assertThat(source.markInFlight(owner, List.of("m0"))).isFalse();
        assertThat(source.recover(owner)).isEqualTo(Recovered.NOTHING);
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
    }

    @Test
    void whatAFencedOwnerHeldIsGivenBackAtOnceAndSuspected() throws SourceException {
        insert("g", 2);
        source.claim(owner, request(2, 2));
        table.fence(owner);
        Incarnation heir = table.join("heir");
        ClaimSource next = table.newSource(Ordering.BLOCK, false);

        assertThat(next.recover(heir).fromFencedOwners()).isEqualTo(2);

        List<Message> messages = next.claim(heir, request(2, 2)).messages();
        assertThat(messages)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.suspicion().level()).isEqualTo(Suspicion.Level.HELD));
        assertThat(messages).extracting(Message::attempts).containsOnly(0);
    }

    @Test
    void aLockedRowOfAFencedOwnerHoldsUpOnlyItself() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));
        table.fence(owner);
        owner = table.join("heir");
        source = table.newSource(Ordering.BLOCK, false);

        try (OutboxFixture.Lock _ = table.lock("m0")) {
            assertThat(source.recover(owner).fromFencedOwners()).isEqualTo(1);
            assertThat(claim()).containsExactly("m1");
        }
        assertThat(source.recover(owner).fromFencedOwners()).isEqualTo(1);
        assertThat(claim()).containsExactly("m0");
    }

    @Test
    void saysOfWhichGroupsThereIsMore() throws SourceException {
        insert("short", 1);
        table.insert("t1", "tied", "{}", START);
        table.insert("t2", "tied", "{}", START.plusSeconds(1));
        table.insert("t3", "tied", "{}", START.plusSeconds(1));
        table.insert("t4", "tied", "{}", START.plusSeconds(1));

        Claimed claimed = source.claim(owner, request(10, 2));

        assertThat(ids(claimed)).contains("m0", "t1").doesNotContain("t3", "t4");
        assertThat(claimed.moreOf()).containsExactly("tied");
    }

    @Test
    void onlyADeathAloneCountsAsAnAttempt() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));

        Message second = dieWith("m0").getFirst();
        assertThat(second.suspicion()).isEqualTo(new Suspicion(Suspicion.Level.HELD, 0));
        Message third = dieAgainWith("m0").getFirst();
        assertThat(third.suspicion()).isEqualTo(new Suspicion(Suspicion.Level.IN_FLIGHT, 0));
        assertThat(third.attempts()).isZero();
        Message fourth = dieAgainWith("m0").getFirst();
        assertThat(fourth.suspicion()).isEqualTo(new Suspicion(Suspicion.Level.IN_FLIGHT, 1));
        assertThat(fourth.attempts()).isOne();
        assertThat(table.row("m1").retryCount()).isZero();
    }

    @Test
    void aSuspectThatWasAnsweredIsNotOneAnyMore() throws SourceException {
        insert("g", 1);
        source.claim(owner, request(1, 1));
        Message suspect = dieWith("m0").getFirst();
        source.markInFlight(owner, List.of("m0"));
        source.settle(owner, List.of(new Settlement(suspect, new Verdict.RetryAt(0, "500"))));

        assertThat(source.claim(owner, request(1, 1)).messages().getFirst().suspicion())
                .isEqualTo(Suspicion.NONE);
    }

    @Test
    void aRowHeldElsewhereBlocksItsGroupUntilItExpires() throws SourceException {
        insert("fresh", 2);
        insert("stale", 2);
        table.holdElsewhere("m0", OutboxFixture.PROCESSING_TIMEOUT.minus(Duration.ofMinutes(1)));
        table.holdElsewhere("m2", OutboxFixture.PROCESSING_TIMEOUT.plus(Duration.ofMinutes(1)));

        assertThat(claim()).isEmpty();
        assertThat(source.recover(owner).expired()).isEqualTo(1);
        assertThat(claim()).containsExactly("m2", "m3");
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
    }

    @Test
    void aLivingOwnersClaimsNeverExpire() throws SourceException {
        insert("g", 1);
        source.claim(owner, request(1, 1));
        Incarnation standby = table.join("standby");

        assertThat(table.newSource(Ordering.BLOCK, false).recover(standby)).isEqualTo(Recovered.NOTHING);
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");
    }

    @Test
    void aGroupWithADeadLetterWaitsIfItIsToBeHeld() throws SourceException {
        insert("g", 2);
        source = table.newSource(Ordering.BLOCK, true);
        Message first = source.claim(owner, request(1, 1)).messages().getFirst();
        source.settle(owner, List.of(new Settlement(first, new Verdict.Park("exhausted"))));

        assertThat(claim()).isEmpty();
    }

    @Test
    void withoutOrderARowInHandBlocksNobody() throws SourceException {
        insert("g", 3);
        source = table.newSource(Ordering.NONE, false);
        source.claim(owner, request(1, 1));

        try (OutboxFixture.Lock _ = table.lock("m1")) {
            assertThat(claim()).containsExactly("m2");
        }
    }

    private List<Message> dieWith(String id) throws SourceException {
        table.fence(owner);
        owner = table.join("after " + id + rows++);
        source = table.newSource(Ordering.BLOCK, false);
        source.recover(owner);
        return source.claim(owner, request(1, 1)).messages();
    }

    private List<Message> dieAgainWith(String id) throws SourceException {
        assertThat(source.markInFlight(owner, List.of(id))).isTrue();
        return dieWith(id);
    }

    private void insert(@Nullable String group, int count) {
        for (int i = 0; i < count; i++) {
            table.insert("m" + rows, group, "{}", START.plusSeconds(rows));
            rows++;
        }
    }

    private List<String> claim() throws SourceException {
        return ids(source.claim(owner, request(100, 100)));
    }

    private static ClaimRequest request(int messages, int perGroup) {
        return new ClaimRequest(Shards.ALL, messages, 1 << 20, perGroup, Set.of(), Set.of());
    }

    private static List<String> ids(Claimed claimed) {
        List<String> ids = new ArrayList<>();
        claimed.messages().forEach(message -> ids.add(message.id()));
        return ids;
    }
}
