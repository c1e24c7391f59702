package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every source must do with claimed messages: verdicts, late ones, fences, and suspects. Each test has an empty table. */
@SuppressWarnings("NullAway.Init") // Set before each test.
public abstract class SettlementContract {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    OutboxFixture table;
    ClaimSource source;
    Incarnation owner;
    private int rows;
    private int deaths;
    private List<Message> claimed = List.of();

    /** An empty table. */
    protected abstract OutboxFixture open() throws Exception;

    void needsRowLocks() {
        Assumptions.assumeTrue(table.hasRowLocks(), "OPTIONAL: no row can be locked in this database");
    }

    @BeforeEach
    void openTable() throws Exception {
        table = open();
        source = table.newSource(Ordering.BLOCK, false);
        owner = table.join("first");
    }

    @AfterEach
    void closeTable() {
        if (owner != null) { // null if the server is missing
            source.close();
            table.close();
        }
    }

    /** The state of a claimed row in the table. */
    final String held() {
        return table.claimMode() == ClaimMode.MARK ? "PROCESSING" : "PENDING";
    }

    void insert(@Nullable String group, int count) {
        for (int i = 0; i < count; i++) {
            table.insert("m" + rows, group, "{}", START.plusSeconds(rows));
            rows++;
        }
    }

    List<String> claim() throws SourceException {
        return ids(source.claim(owner, request(100, 100)));
    }

    List<Message> claim(int messages, int perGroup) throws SourceException {
        return source.claim(owner, request(messages, perGroup)).messages();
    }

    Message claimOne() throws SourceException {
        return claim(1, 1).getFirst();
    }

    SettleResult settle(Verdict.Final verdict, List<Message> messages) throws SourceException {
        return source.settle(
                owner,
                messages.stream()
                        .map(message -> new Settlement(message, verdict))
                        .toList());
    }

    /** The ids that are recorded. */
    Set<String> settle(Verdict.Final verdict, Message message) throws SourceException {
        return settle(verdict, List.of(message)).recorded();
    }

    static ClaimRequest request(int messages, int perGroup) {
        return request(messages, perGroup, Shards.ALL);
    }

    static ClaimRequest request(int messages, int perGroup, Shards shards) {
        return new ClaimRequest(shards, messages, 1 << 20, perGroup, Set.of(), Set.of());
    }

    static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }

    @Test
    void twoSettlementsAtOnceRecordTheirPartsOfOneClaimAndEndIt() throws Exception {
        for (int round = 0; round < 10; round++) {
            IntStream.range(0, 20).forEach(group -> insert("g" + group, 1));
            List<Message> held = claim(20, 1);
            assertThat(held).hasSize(20);
            var start = new CyclicBarrier(2);
            var half = new FutureTask<>(() -> settleAt(start, held.subList(0, 10)));
            Thread.ofVirtual().start(half);

            assertThat(settleAt(start, held.subList(10, 20)).recorded()).hasSize(10);
            assertThat(half.get().recorded()).hasSize(10);
            assertThat(table.claimsOnRecord()).isZero();
        }
    }

    private SettleResult settleAt(CyclicBarrier start, List<Message> messages) throws Exception {
        start.await();
        return settle(Verdict.COMPLETE, messages);
    }

    @Test
    void aReleasedMessageComesAgainBeforeItsSuccessors() throws SourceException {
        insert("g", 4);
        List<Message> messages = claim(2, 2);
        source.settle(
                owner,
                List.of(
                        new Settlement(messages.get(0), new Verdict.RetryAt(0, "later")),
                        new Settlement(messages.get(1), Verdict.RELEASE)));
        insert("g", 1);

        assertThat(claim()).containsExactly("m0", "m1", "m2", "m3", "m4");
    }

    @Test
    void aSettlementThatIsRepeatedCountsOnce() throws SourceException {
        insert("g", 1);
        Message message = claimOne();
        List<Settlement> retry = List.of(new Settlement(message, new Verdict.RetryAt(0, "later")));

        source.settle(owner, retry);
        source.settle(owner, retry);

        assertThat(table.row("m0")).isEqualTo(new RowState("PENDING", 1, "later"));
    }

    @Test
    void aSuspectIsKnownToOwnersThatDidNotRecoverIt() throws SourceException {
        insert("g", 1);
        Incarnation other = table.join("other");
        ClaimSource otherSource = table.newSource(Ordering.BLOCK, false);
        otherSource.recover(other);
        source.claim(owner, request(1, 1));
        table.fence(owner);
        table.newSource(Ordering.BLOCK, false).recover(table.join("heir"));

        List<Message> messages = otherSource.claim(other, request(1, 1)).messages();

        assertThat(messages)
                .singleElement()
                .satisfies(message -> assertThat(message.suspicion()).isEqualTo(Suspicion.MARKED));
    }

    @Test
    void recordsEveryVerdict() throws SourceException {
        insert(null, 4);
        List<Message> messages = claim(10, 10);

        SettleResult settleResult = source.settle(
                owner,
                List.of(
                        new Settlement(messages.get(0), Verdict.COMPLETE),
                        new Settlement(messages.get(1), new Verdict.RetryAt(0, "try later")),
                        new Settlement(messages.get(2), new Verdict.Park("bad \u0000 one")),
                        new Settlement(messages.get(3), Verdict.RELEASE)));

        assertThat(settleResult.recorded()).containsExactlyInAnyOrder("m0", "m1", "m2", "m3");
        assertThat(settleResult.busy()).isEmpty();
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
        Message first = claimOne();
        settle(Verdict.RELEASE, first);
        Message second = claimOne();

        assertThat(settle(Verdict.COMPLETE, first)).isEmpty();
        assertThat(table.row("m0").status()).isEqualTo(held());
        assertThat(settle(Verdict.COMPLETE, second)).containsExactly("m0");
    }

    @Test
    void aLockedRowHoldsUpNoOther() throws SourceException {
        needsRowLocks();
        insert("a", 1);
        insert("b", 1);
        List<Message> messages = claim(2, 1);
        List<Settlement> both = messages.stream()
                .map(message -> new Settlement(message, Verdict.COMPLETE))
                .toList();

        try (OutboxFixture.Lock _ = table.lock("m0")) {
            assertThat(source.settle(owner, both)).isEqualTo(new SettleResult(Set.of("m1"), Set.of("m0")));
            assertThat(source.settle(owner, both.subList(0, 1))).isEqualTo(new SettleResult(Set.of(), Set.of("m0")));
        }
        assertThat(source.settle(owner, both.subList(0, 1))).isEqualTo(SettleResult.all(Set.of("m0")));
        assertThat(table.row("m0").status()).isEqualTo("COMPLETED");
        assertThat(table.claimsOnRecord()).isZero();
    }

    @Test
    void aSettlementAllOfWhoseRowsAreLockedChangesNothingAndIsMadeAgainLater() throws SourceException {
        needsRowLocks();
        insert("a", 2);
        List<Message> messages = claim(2, 2);
        List<Settlement> both = List.of(
                new Settlement(messages.get(0), new Verdict.RetryAt(0, "later")),
                new Settlement(messages.get(1), new Verdict.RetryAt(0, "later as well")));
        int claims = table.claimsOnRecord();

        try (OutboxFixture.Lock _ = table.lock("m0");
                OutboxFixture.Lock _ = table.lock("m1")) {
            for (int time = 0; time < 2; time++) {
                assertThat(source.settle(owner, both)).isEqualTo(new SettleResult(Set.of(), Set.of("m0", "m1")));
                assertThat(table.row("m0")).isEqualTo(new RowState(held(), 0, null));
                assertThat(table.row("m1")).isEqualTo(new RowState(held(), 0, null));
                assertThat(table.claimsOnRecord()).isEqualTo(claims);
                assertThat(claim()).as("they are still held").isEmpty();
            }
        }
        assertThat(source.settle(owner, both)).isEqualTo(SettleResult.all(Set.of("m0", "m1")));
        assertThat(table.row("m0")).isEqualTo(new RowState("PENDING", 1, "later"));
        assertThat(table.claimsOnRecord()).isZero();
        assertThat(claim()).containsExactly("m0", "m1");
    }

    @Test
    void aFencedOwnerChangesNothing() throws SourceException {
        insert("g", 2);
        List<Message> messages = claim(1, 1);
        table.fence(owner);

        assertThat(settle(Verdict.COMPLETE, messages.getFirst())).isEmpty();
        assertThat(claim(10, 10)).isEmpty();
        assertThat(source.markInFlight(owner, List.of("m0"))).isFalse();
        assertThat(source.recover(owner)).isEqualTo(RecoveryResult.NOTHING);
        assertThat(table.row("m0").status()).isEqualTo(held());
    }

    @Test
    void claimsOfAFencedOwnerAreReleasedAtOnceAndMarked() throws SourceException {
        insert("g", 2);
        source.claim(owner, request(2, 2));
        table.fence(owner);
        Incarnation heir = table.join("heir");
        ClaimSource next = table.newSource(Ordering.BLOCK, false);

        assertThat(next.recover(heir).fromFencedOwners()).isEqualTo(2);

        List<Message> messages = next.claim(heir, request(2, 2)).messages();
        assertThat(messages)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.suspicion()).isEqualTo(Suspicion.MARKED));
        assertThat(messages).extracting(Message::attempts).containsOnly(0);
    }

    @Test
    void whatIsInFlightAtFurtherDeathsIsHalvedAndOnlyADeathAloneCountsAsAnAttempt() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        insert("c", 1);
        insert("d", 1);
        insert("e", 1);
        source.claim(owner, request(5, 5));

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED).hasSize(5);
        source.markInFlight(owner, List.of("m0", "m1", "m2", "m3"));
        Suspicion half = Suspicion.suspect(2, 0);
        assertThat(suspicionsAfterDeath()).containsExactly(half, half, half, half, Suspicion.MARKED);
        source.markInFlight(owner, List.of("m0", "m1"));
        Suspicion alone = Suspicion.suspect(1, 0);
        assertThat(suspicionsAfterDeath()).containsExactly(alone, alone, half, half, Suspicion.MARKED);
        assertThat(table.row("m0").retryCount()).isZero();
        source.markInFlight(owner, List.of("m0"));
        assertThat(suspicionsAfterDeath())
                .containsExactly(Suspicion.suspect(1, 1), alone, half, half, Suspicion.MARKED);
        assertThat(table.row("m0").retryCount()).isOne();
        assertThat(table.row("m1").retryCount()).isZero();
    }

    @Test
    void whatIsInFlightAtDeathsThatAreFarApartIsNoSuspect() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED);
        source.markInFlight(owner, List.of("m0", "m1"));
        table.outdateEnds();
        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.MARKED);
        source.markInFlight(owner, List.of("m0", "m1"));
        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.suspect(1, 0));
    }

    @Test
    void aReleasedSuspectWasNotInFlightAtTheNextDeath() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        source.claim(owner, request(2, 2));
        suspicionsAfterDeath();
        source.markInFlight(owner, List.of("m0", "m1"));
        suspicionsAfterDeath();
        source.markInFlight(owner, List.of("m0"));
        settle(Verdict.RELEASE, claimed.getFirst());

        assertThat(suspicionsAfterDeath()).containsOnly(Suspicion.suspect(1, 0)).hasSize(2);
    }

    @Test
    void aSuspectThatWasAnsweredIsNotOneAnyMore() throws SourceException {
        insert("g", 1);
        source.claim(owner, request(1, 1));
        suspicionsAfterDeath();
        source.markInFlight(owner, List.of("m0"));
        settle(new Verdict.RetryAt(0, "500"), claimed.getFirst());

        assertThat(claimOne().suspicion()).isEqualTo(Suspicion.NONE);
    }

    /** Gives a message back that was claimed after the last death. */
    final void release(String id) throws SourceException {
        for (Message message : claimed) {
            if (message.id().equals(id)) {
                settle(Verdict.RELEASE, message);
            }
        }
    }

    /** The owner dies, and the next one claims everything; the suspicions by the ids of the messages. */
    final List<Suspicion> suspicionsAfterDeath() throws SourceException {
        table.fence(owner);
        owner = table.join("after death " + deaths++);
        source = table.newSource(Ordering.BLOCK, false);
        source.recover(owner);
        claimed =
                claim(10, 10).stream().sorted(Comparator.comparing(Message::id)).toList();
        return claimed.stream().map(Message::suspicion).toList();
    }
}
