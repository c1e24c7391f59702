package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Which owner may claim and settle which rows. */
class OwnTableOwnersTest extends OwnTableTestBase {
    private static final Shards EVEN = new Shards(0x5555555555555555L);

    @Test
    void aTriggerOfOthersWithoutASearchPathIsWarnedOf() throws Exception {
        assertThat(source.check()).isEmpty();
        table.run("CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        table.run("CREATE TRIGGER deleted AFTER DELETE ON signalbox_outbox FOR EACH ROW EXECUTE FUNCTION audit()");

        assertThat(source.check()).singleElement().asString().contains("trigger deleted", "audit()");
    }

    @Test
    void twoOwnersShareTheTableByItsShards() throws Exception {
        PostgresOwnTable other = table.newSource(Ordering.BLOCK, false);
        Incarnation second = table.join("second");
        for (int i = 0; i < 60; i++) {
            table.insert("m" + i, i % 3 == 0 ? null : "g" + i % 20);
        }
        List<Message> one = source.claim(owner, request(EVEN, 100, 100)).messages();
        List<Message> two =
                other.claim(second, request(Shards.ALL.minus(EVEN), 100, 100)).messages();

        assertThat(one).isNotEmpty().allMatch(message -> EVEN.contains(message.shard()));
        assertThat(two).isNotEmpty().noneMatch(message -> EVEN.contains(message.shard()));
        Set<String> all = new HashSet<>();
        one.forEach(message -> all.add(message.id()));
        two.forEach(message -> all.add(message.id()));
        assertThat(all).hasSize(60);
        assertThat(one.size() + two.size()).isEqualTo(60);
    }

    @Test
    void aShardThatWasLostAndGainedIsReadFromItsBeginning() throws Exception {
        for (int i = 0; i < 40; i++) {
            table.insert("m" + i, "g" + i);
        }
        ClaimResult first = source.claim(owner, request(5, 5));
        settle(first, Verdict.RELEASE);
        assertThat(source.claim(owner, request(EVEN, 1, 1)).messages()).hasSize(1);

        assertThat(source.claim(owner, request(Shards.ALL, 100, 100)).messages())
                .hasSize(39);
    }

    @Test
    void whatIsReleasedAfterItsShardWasLostIsNotRemembered() throws Exception {
        table.insert("m", "g");
        ClaimResult claimResult = claim();
        Shards without =
                Shards.ALL.minus(Shards.of(claimResult.messages().getFirst().shard()));
        source.claim(owner, request(without, 10, 10));
        assertThat(settle(claimResult, Verdict.RELEASE).recorded()).containsExactly("m");
        assertThat(source.claim(owner, request(without, 10, 10)).messages()).isEmpty();

        assertThat(ids(claim())).containsExactly("m");
    }

    @Test
    void aSettlementThatWaitsForATakeoverChangesNothing() throws Exception {
        table.insert("m", "g");
        ClaimResult claimResult = claim();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Writer takeover = new Writer().run("DELETE FROM signalbox.nodes WHERE incarnation = 'first'")) {
            Future<SettleResult> settling = threads.submit(() -> settle(claimResult, Verdict.COMPLETE));
            awaitWaiting(1);
            takeover.commit();
            assertThat(settling.get()).isEqualTo(SettleResult.NOTHING);
        }
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isOne();
    }

    @Test
    void aTakeoverWaitsForASettlementThatWaitsForARow() throws Exception {
        table.insert("m", "g");
        ClaimResult claimResult = claim();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Writer other = new Writer().run("SELECT 1 FROM signalbox_outbox FOR UPDATE")) {
            Future<SettleResult> settling = threads.submit(() -> settle(claimResult, Verdict.COMPLETE));
            awaitWaiting(1);
            Future<?> takeover = threads.submit(() -> table.fence(owner));
            awaitWaiting(2);
            other.rollBack();
            takeover.get();
            assertThat(settling.get().recorded()).containsExactly("m");
        }
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();
    }

    @Test
    void aClaimThatWaitsForATakeoverHandsOutNothing() throws Exception {
        table.insert("m", "g");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Writer takeover = new Writer().run("DELETE FROM signalbox.nodes WHERE incarnation = 'first'")) {
            Future<ClaimResult> claiming = threads.submit(this::claim);
            awaitWaiting(1);
            takeover.commit();
            assertThat(claiming.get()).isEqualTo(ClaimResult.NOTHING);
        }
        assertThat(table.number("SELECT count(*) FROM signalbox.claims")).isZero();
    }

    @Test
    void whatADeadOwnerGaveBackAndALivingOneHoldsIsNoSuspect() throws Exception {
        table.insert("given", "a");
        table.insert("held", "b");
        ClaimResult first = claim();
        source.settle(
                owner,
                all(first, Verdict.RELEASE).stream()
                        .filter(it -> it.message().id().equals("given"))
                        .toList());
        PostgresOwnTable other = table.newSource(Ordering.BLOCK, false);
        Incarnation second = table.join("second");
        int shard = shardOf("given");
        assertThat(ids(other.claim(second, request(Shards.of(shard), 10, 10)))).containsExactly("given");
        table.fence(owner);

        assertThat(other.recover(second).fromFencedOwners()).isOne();
        assertThat(table.rows("SELECT id FROM signalbox.suspects"))
                .containsExactly(table.rows("SELECT shard || ':' || position FROM signalbox_outbox WHERE id = 'held'")
                        .getFirst());
        assertThat(table.number("SELECT count(*) FROM signalbox.claims")).isOne();
    }

    @Test
    void aSuspectThatIsDeadLetteredLeavesNoTrace() throws Exception {
        table.insert("m", "g");
        claim();
        table.fence(owner);
        owner = table.join("heir");
        source = table.newSource(Ordering.BLOCK, false);
        source.recover(owner);
        ClaimResult claimResult = claim();
        assertThat(claimResult.messages().getFirst().suspicion()).isEqualTo(Suspicion.MARKED);
        assertThat(source.markInFlight(owner, List.of("m"))).isTrue();
        assertThat(table.rows("SELECT in_flight FROM signalbox.suspects")).containsExactly("t");
        settle(claimResult, new Verdict.Park("no"));

        assertThat(table.rows("SELECT id FROM signalbox.suspects")).isEmpty();
        assertThat(table.rows("SELECT id, reason FROM signalbox_outbox_failed")).containsExactly("m|no");
    }

    private int shardOf(String id) {
        return (int) table.number("SELECT shard FROM signalbox_outbox WHERE id = '" + id + "'");
    }

    private void awaitWaiting(int sessions) {
        await().untilAsserted(() -> assertThat(table.number("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""")).isEqualTo(sessions));
    }
}
