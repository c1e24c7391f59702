package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.FaultyProxy.DelayedRequest;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lost answers, nodes that are stopped during a claim, and concurrent changes. */
class MongoFaultsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** A text that only the request that marks messages contains. */
    private static final String MARKING = "$currentDate";
    /** A text of the request that looks for claimed messages of the groups that were read. */
    private static final String LOOKING_WHO_HOLDS = "PROCESSING";

    private final MongoOutboxFixture table = new MongoOutboxFixture();
    private final FaultyProxy proxy = new FaultyProxy(TestMongo.uri());
    private final MongoConnections throughProxy =
            MongoConnections.open(MongoSettings.of(proxy.uri(), table.database().name()), "faulty");
    private final ClaimSource faulty =
            new MongoClaimSource(MongoOutboxFixture.NAME, throughProxy, OutboxSettings.DEFAULTS);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Incarnation owner = table.join("first");

    @BeforeEach
    void insert() {
        assumeThat(TestMongo.isReal())
                .as("OPTIONAL: the proxy knows only the server in this process")
                .isFalse();
        table.insert("m0", "g", "{}", START);
        table.insert("m1", "g", "{}", START.plusSeconds(1));
        table.insert("ungrouped", null, "{}", START.plusSeconds(2));
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        throughProxy.close();
        proxy.close();
        table.close();
    }

    @Test
    void anUnansweredClaimIsRepeated() throws SourceException {
        proxy.loseAnswerTo(MARKING);
        assertThatThrownBy(() -> claim(faulty, owner)).isInstanceOf(SourceException.class);
        assertThat(table.row("m0").status()).as("it took effect").isEqualTo("PROCESSING");

        assertThat(ids(claim(faulty, owner)))
                .containsExactlyInAnyOrder("m0", "m1", "ungrouped")
                .containsSubsequence("m0", "m1");
    }

    @Test
    void aRecoveryReleasesAnUnansweredClaimWithoutSuspicion() throws SourceException {
        proxy.loseAnswerTo(MARKING);
        assertThatThrownBy(() -> claim(faulty, owner)).isInstanceOf(SourceException.class);

        faulty.recover(owner);

        List<Message> messages = claim(faulty, owner).messages();
        assertThat(messages)
                .hasSize(3)
                .allSatisfy(it -> assertThat(it.suspicion()).isEqualTo(Suspicion.NONE));
    }

    @Test
    void aSettlementWithoutAnAnswerIsFoundToBeRecorded() throws SourceException {
        List<Message> messages = claim(faulty, owner).messages();
        List<Settlement> settlements = messages.stream()
                .map(message -> new Settlement(
                        message, message.id().equals("m1") ? new Verdict.RetryAt(0, "later") : Verdict.COMPLETE))
                .toList();
        proxy.loseAnswerTo("COMPLETED");
        assertThatThrownBy(() -> faulty.settle(owner, settlements)).isInstanceOf(SourceException.class);

        assertThat(faulty.settle(owner, settlements)).isEqualTo(SettleResult.all(Set.of("m0", "m1", "ungrouped")));
        assertThat(table.row("m0")).isEqualTo(new RowState("COMPLETED", 0, null));
        assertThat(table.row("m1")).isEqualTo(new RowState("PENDING", 1, "later"));
    }

    @Test
    void aNodeThatIsFencedBeforeItMarksDeliversNothing() throws Exception {
        DelayedRequest mark = proxy.hold(MARKING);
        Future<ClaimResult> late = threads.submit(() -> claim(faulty, owner));
        assertThat(mark.met().await(10, TimeUnit.SECONDS)).isTrue();
        Incarnation heir = takeOver();
        ClaimSource next = table.newSource(Ordering.BLOCK, false);
        next.recover(heir);
        mark.letGo();

        assertThat(late.get(10, TimeUnit.SECONDS)).isEqualTo(ClaimResult.NOTHING);
        assertThat(table.row("ungrouped").status())
                .as("what needs no order is given back")
                .isEqualTo("PENDING");
        assertThat(next.recover(heir).fromFencedOwners()).isEqualTo(2);
        assertThat(deliverAll(next, heir))
                .containsExactlyInAnyOrder("m0", "m1", "ungrouped")
                .containsSubsequence("m0", "m1");
    }

    @Test
    void aLateMarkOfAFencedNodeDoesNotBlockItsGroup() throws Exception {
        DelayedRequest mark = proxy.hold(MARKING);
        Future<ClaimResult> late = threads.submit(() -> claim(faulty, owner));
        assertThat(mark.met().await(10, TimeUnit.SECONDS)).isTrue();
        Incarnation heir = takeOver();
        ClaimSource next = table.newSource(Ordering.BLOCK, false);
        next.recover(heir);
        table.insert("m2", "g", "{}", START.plusSeconds(3));
        proxy.refuse();
        mark.letGo();
        assertThatThrownBy(() -> late.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(SourceException.class);
        assertThat(table.row("m0").status()).isEqualTo("PROCESSING");

        assertThat(deliverAll(next, heir)).contains("m0", "m1", "m2").containsSubsequence("m0", "m1", "m2");
    }

    @Test
    void aSettlementOfAStoppedNodeAfterATakeoverIsNotRecorded() throws Exception {
        List<Message> messages = claim(faulty, owner).messages();
        DelayedRequest write = proxy.hold("COMPLETED");
        Future<SettleResult> late = threads.submit(() -> faulty.settle(
                owner,
                messages.stream()
                        .map(message -> new Settlement(message, Verdict.COMPLETE))
                        .toList()));
        assertThat(write.met().await(10, TimeUnit.SECONDS)).isTrue();
        Incarnation heir = takeOver();
        ClaimSource next = table.newSource(Ordering.BLOCK, false);
        assertThat(next.recover(heir).fromFencedOwners()).isEqualTo(3);
        assertThat(ids(claim(next, heir))).contains("m0", "m1");
        write.letGo();

        assertThat(late.get(10, TimeUnit.SECONDS).recorded()).isEmpty();
        assertThat(table.row("m0").status()).as("the heir's claim holds").isEqualTo("PROCESSING");
    }

    @Test
    void aMessageThatIsReleasedAfterTheReadIsNotOvertaken() throws Exception {
        table.holdElsewhere("m0", Duration.ofMinutes(1));

        assertThat(claimWhile(LOOKING_WHO_HOLDS, () -> setStatus("m0", "PENDING")))
                .containsExactly("ungrouped");
        assertThat(table.row("m1").status()).isEqualTo("PENDING");
        assertThat(deliverAll(faulty, owner)).containsExactly("m0", "m1");
    }

    @Test
    void aMessageThatIsInsertedLateAfterTheReadIsNotOvertaken() throws Exception {
        assertThat(claimWhile(LOOKING_WHO_HOLDS, () -> table.insert("late", "g", "{}", START.minusSeconds(1))))
                .containsExactly("ungrouped");
        assertThat(table.row("m0").status()).isEqualTo("PENDING");
        assertThat(deliverAll(faulty, owner)).containsExactly("late", "m0", "m1");
    }

    @Test
    void aMessageThatAnotherNodeClaimsAfterTheReadIsNotOvertaken() throws Exception {
        assertThat(claimWhile(LOOKING_WHO_HOLDS, () -> table.holdElsewhere("m0", Duration.ZERO)))
                .containsExactly("ungrouped");
        assertThat(table.row("m1").status()).isEqualTo("PENDING");
        assertThat(deliverAll(faulty, owner)).isEmpty();
    }

    @Test
    void messagesMarkedBehindAClaimOfAnotherNodeAreReleased() throws Exception {
        assertThat(claimWhile(MARKING, () -> table.holdElsewhere("m0", Duration.ZERO)))
                .containsExactly("ungrouped");
        assertThat(table.row("m1").status()).isEqualTo("PENDING");
        assertThat(deliverAll(faulty, owner)).isEmpty();

        setStatus("m0", "PENDING");
        assertThat(deliverAll(faulty, owner)).containsExactly("m0", "m1");
    }

    /** The messages of a claim if something happens during its request with this text. */
    private List<String> claimWhile(String request, Runnable event) throws Exception {
        DelayedRequest delayed = proxy.hold(request);
        Future<ClaimResult> claiming = threads.submit(() -> claim(faulty, owner));
        assertThat(delayed.met().await(10, TimeUnit.SECONDS)).isTrue();
        event.run();
        delayed.letGo();
        return ids(claiming.get(10, TimeUnit.SECONDS));
    }

    private void setStatus(String id, String status) {
        table.outbox().updateOne(Filters.eq("_id", id), Updates.set("status", status));
    }

    private Incarnation takeOver() {
        table.fence(owner);
        return table.join("heir");
    }

    /** Claims and completes until there are no more messages. */
    private static List<String> deliverAll(ClaimSource source, Incarnation by) throws SourceException {
        List<String> delivered = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = claim(source, by);
            delivered.addAll(ids(claimResult));
            source.settle(
                    by,
                    claimResult.messages().stream()
                            .map(message -> new Settlement(message, Verdict.COMPLETE))
                            .toList());
        } while (claimResult.more() || !claimResult.messages().isEmpty());
        return delivered;
    }

    private static ClaimResult claim(ClaimSource source, Incarnation by) throws SourceException {
        return source.claim(by, new ClaimRequest(Shards.ALL, 100, 1 << 20, 100, Set.of(), Set.of()));
    }

    private static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }
}
