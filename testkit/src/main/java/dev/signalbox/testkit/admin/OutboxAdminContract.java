package dev.signalbox.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link OutboxAdmin}, against a real database. */
public abstract class OutboxAdminContract {
    private OutboxAdminFixture table;
    private OutboxAdmin admin;

    /** An empty table. */
    protected abstract OutboxAdminFixture fixture() throws Exception;

    protected final OutboxAdminFixture table() {
        return table;
    }

    @BeforeEach
    void open() throws Exception {
        table = fixture();
        admin = table.admin(false);
    }

    @AfterEach
    void close() throws Exception {
        if (table != null) { // null if the server is missing
            table.close();
        }
    }

    private void insert(String status, @Nullable String group, int from, int to) throws Exception {
        table.insert(status, group, from, to);
    }

    @Test
    void theBacklogIsExactWhileItIsSmall() throws Exception {
        assertThat(admin.backlog()).isEqualTo(new Backlog(0, false, null, false));
        insert("PENDING", "a", 1, 30);
        insert("PENDING", null, 1, 5);
        insert("PROCESSING", "b", 1, 1);
        insert("COMPLETED", "c", 1, 100);
        table.createdAgo(null, Duration.ofSeconds(90));

        Backlog backlog = admin.backlog();

        assertThat(backlog.messages()).isEqualTo(36);
        assertThat(backlog.estimated()).isFalse();
        assertThat(backlog.oldest()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));
        assertThat(backlog.oldestEstimated()).isFalse();

        table.createdAgo("PROCESSING", Duration.ofMinutes(61));
        assertThat(admin.backlog().oldest())
                .as("what is held is not delivered either")
                .isGreaterThan(Duration.ofHours(1));
    }

    @Test
    void aLargeBacklogIsEstimatedAndItsOldestIsFoundInTheEnd() throws Exception {
        table.insertMany(30_000, 2_000, "m1999");

        List<Backlog> looks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            looks.add(admin.backlog());
        }

        assertThat(looks).allSatisfy(look -> {
            assertThat(look.estimated()).isTrue();
            assertThat(look.oldestEstimated()).isTrue();
            assertThat(look.messages()).isBetween(10_001L, 60_000L);
        });
        assertThat(looks.getFirst().oldest()).isLessThan(Duration.ofDays(1));
        assertThat(looks.get(4).oldest()).isGreaterThan(Duration.ofDays(1));
        assertThat(looks.get(5).oldest()).as("it is remembered").isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void pagesCoverEveryMessageOfAStateOnce() throws Exception {
        insert("FAILED", "a", 1, 20);
        insert("FAILED", "b", 1, 10);
        insert("FAILED", null, 1, 10);
        insert("PENDING", "a", 100, 120);
        for (int limit : new int[] {1, 7, 10, 30, 39, 40, 41, 500}) {
            assertThat(all(MessageFilter.ALL, limit))
                    .as("limit " + limit)
                    .hasSize(40)
                    .doesNotHaveDuplicates();
        }
        assertThat(all(group("a"), 7))
                .hasSize(20)
                .allMatch(id -> id.startsWith("a-"))
                .isSorted();
        assertThat(all(new MessageFilter(null, "ODD", null, null), 3)).hasSize(20);
        assertThat(all(new MessageFilter("b", "EVEN", null, null), 3)).hasSize(5);
        assertThat(all(new MessageFilter(null, null, Instant.parse("2024-02-01T00:00:03Z"), null), 3))
                .hasSize(6);
        assertThat(all(new MessageFilter("a", null, null, "BECAUSE OF 7"), 3)).containsExactly("a-000007");
    }

    @Test
    void aFilterThatNothingPassesEnds() throws Exception {
        insert("FAILED", "a", 1, 25_000);

        MessageQuery query =
                new MessageQuery(MessageState.FAILED, new MessageFilter(null, "NONE", null, null), 10, null);
        MessagePage first = admin.page(query);

        assertThat(first.messages()).isEmpty();
        assertThat(first.next()).as("only so many rows are looked at").isNotNull();
        assertThat(all(query.filter(), 10)).isEmpty();
    }

    @Test
    void whatCannotBeAMarkIsRefusedAndTextIsOnlyText() throws Exception {
        insert("FAILED", "a", 1, 3);
        for (String mark : List.of("x", "%%%", "KyBhIGIgYw", "a".repeat(10_000), mark("+\0a\0no time\0001"))) {
            assertThatThrownBy(() -> admin.page(new MessageQuery(MessageState.FAILED, MessageFilter.ALL, 5, mark)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        String attack = "a' OR '1'='1'; DROP TABLE outbox_events; --";
        assertThat(all(new MessageFilter(attack, attack, null, attack), 5)).isEmpty();
        assertThat(all(new MessageFilter(null, null, null, "%"), 5)).isEmpty();
        assertThat(admin.find(attack)).isEmpty();
        assertThat(admin.find("a\0b")).isEmpty();
        assertThat(admin.retry(List.of(attack, "a-000001"))).containsExactly("a-000001");
        assertThat(table.count("FAILED") + table.count("PENDING")).isEqualTo(3);
    }

    private static String mark(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void oneMessageComesWithItsClaimItsSuspicionAndWhatIsAhead() throws Exception {
        insert("PENDING", "a", 1, 5);
        table.payload("a-000005", "ä".repeat(20_000));
        table.suspect("a-000005", 2, 1);

        MessageDetails fifth = admin.find("a-000005").orElseThrow();

        assertThat(fifth.ahead()).isEqualTo(new MessageDetails.GroupMessage("a-000001", MessageState.PENDING, null));
        assertThat(fifth.shard()).isEqualTo(Shards.shardOf("a"));
        assertThat(fifth.suspicion()).isEqualTo(Suspicion.suspect(1, 1));
        assertThat(fifth.payload().cut()).isTrue();
        assertThat(fifth.payload().bytes()).isEqualTo(40_000);
        assertThat(fifth.payload().text()).hasSize(16_384).containsOnlyOnce("ä".repeat(16_384));
        assertThat(fifth.claim()).isNull();
        assertThat(admin.find("a-000001").orElseThrow().ahead()).isNull();

        Instant claimed = Instant.parse("2024-03-01T00:00:00Z");
        table.mark("a-000001", claimed);
        table.claim("life", "node-7", "a-000001", claimed);
        assertThat(admin.find("a-000005").orElseThrow().ahead())
                .isEqualTo(new MessageDetails.GroupMessage("a-000001", MessageState.PROCESSING, null));
        assertThat(admin.find("a-000001").orElseThrow().claim())
                .isEqualTo(new MessageDetails.ClaimHolder("life", "node-7", claimed, null));

        table.forgetClaims();
        assertThat(admin.find("a-000001").orElseThrow().claim())
                .as("another program, so until the table's timeout")
                .isEqualTo(new MessageDetails.ClaimHolder(null, null, claimed, claimed.plus(Duration.ofMinutes(5))));
        assertThat(admin.find("nowhere")).isEmpty();
    }

    @Test
    void aDeadLetterHoldsItsGroupOnlyWhereThatIsAskedFor() throws Exception {
        insert("FAILED", "a", 1, 1);
        insert("PENDING", "a", 2, 2);
        assertThat(admin.find("a-000002").orElseThrow().deadLetter()).isNull();

        assertThat(table.admin(true).find("a-000002").orElseThrow().deadLetter())
                .isEqualTo(new MessageDetails.GroupMessage("a-000001", MessageState.FAILED, "HTTP 400 because of 1"));
    }

    @Test
    void onlyFailedMessagesAreRetriedOrDiscarded() throws Exception {
        insert("FAILED", "a", 1, 2);
        insert("PENDING", "p", 1, 1);
        insert("PROCESSING", "q", 1, 1);
        insert("COMPLETED", "r", 1, 1);
        List<String> ids = List.of("a-000001", "p-000001", "q-000001", "r-000001", "unknown");

        assertThat(admin.retry(ids)).containsExactly("a-000001");
        assertThat(table.row("a-000001")).isEqualTo("PENDING0");
        assertThat(admin.discard(List.of("a-000001", "a-000002", "p-000001", "q-000001", "r-000001")))
                .containsExactly("a-000002");
        assertThat(table.count("FAILED")).isZero();
        assertThat(table.count("PENDING")).isEqualTo(2);
    }

    @Test
    void discardingNeedsTheRightToDelete() throws Exception {
        insert("FAILED", "a", 1, 1);
        OutboxAdmin limited = table.adminWithoutDelete();
        assertThatThrownBy(() -> limited.discard(List.of("a-000001")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("GRANT DELETE ON outbox_events");
        assertThat(limited.retry(List.of("a-000001"))).hasSize(1);
    }

    @Test
    void manyAreRetriedInBatchesAfterALookAtWhatThatWouldDo() throws Exception {
        insert("FAILED", "a", 1, 800);
        insert("FAILED", null, 1, 400);
        insert("PENDING", "a", 2000, 2010);
        BulkAction bulk = new BulkAction(admin);

        BulkAction.Result dry = bulk.dryRun(MessageFilter.ALL, 10_000);
        assertThat(dry.messages()).isEqualTo(1_200);
        assertThat(dry.more()).isFalse();
        assertThat(dry.sample()).hasSize(10).extracting(MessageSummary::id).contains("a-000001");
        assertThat(table.count("FAILED")).isEqualTo(1200);

        BulkAction.Result some = bulk.run(BulkAction.Kind.RETRY, group("a"), 500);
        assertThat(some.messages()).isEqualTo(500);
        assertThat(some.more()).isTrue();
        BulkAction.Result rest = bulk.run(BulkAction.Kind.RETRY, MessageFilter.ALL, 10_000);
        assertThat(rest.messages()).isEqualTo(700);
        assertThat(rest.more()).isFalse();
        assertThat(table.count("PENDING")).isEqualTo(1211);
    }

    @Test
    void aPauseIsWrittenOnceAndKeepsItsFirstReason() throws Exception {
        RelayControl register = table.register(RelaySharing.SPREAD);
        assertThat(register.status()).isEqualTo(new RelayStatus(true, List.of(), null));
        assertThat(register.resume()).isFalse();

        RelayStatus.Pause pause = register.pause("alice", "maintenance");
        assertThat(register.pause("bob", "also")).isEqualTo(pause);
        assertThat(register.status().pause()).isEqualTo(pause);
        assertThat(pause.by()).isEqualTo("alice");
        assertThat(register.resume()).isTrue();
        assertThat(register.status().pause()).isNull();
        assertThat(register.pause("bob", "again").by()).isEqualTo("bob");

        table.dropRelays();
        assertThat(register.status().pause()).isNull();
        assertThatThrownBy(() -> register.pause("alice", "x"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(table.relays());
    }

    @Test
    void ownersAreThoseWithALease() throws Exception {
        table.owner("one", "node-1", Duration.ofHours(1), 0, 1);
        table.owner("two", "node-2", Duration.ofHours(1), 2);
        table.owner("old", "node-3", Duration.ofSeconds(-1), 3);

        RelayStatus spread = table.register(RelaySharing.SPREAD).status();

        assertThat(spread.owners())
                .containsExactly(
                        new RelayStatus.Owner("node-1", "one", Shards.of(0, 1)),
                        new RelayStatus.Owner("node-2", "two", Shards.of(2)));
        assertThat(spread.ownerOf(3)).isEmpty();
        RelayStatus whole = table.register(RelaySharing.WHOLE).status();
        assertThat(whole.ownerOf(63)).map(RelayStatus.Owner::node).contains("node-1");

        table.forgetOwners();
        table.owner("two", "node-2", Duration.ofHours(1), -1);
        assertThat(table.register(RelaySharing.SPREAD).status().owners())
                .containsExactly(new RelayStatus.Owner("node-2", "two", Shards.ALL));
    }

    @Test
    void groupsAreExact() throws Exception {
        insert("FAILED", "A", 1, 2);
        insert("FAILED", "b", 1, 2);
        insert("PENDING", "c", 1, 1);
        insert("PENDING", "C", 2, 2);
        insert("PENDING", "c ", 3, 3);

        assertThat(all(group("a"), 5)).isEmpty();
        assertThat(all(group("A"), 5)).containsExactly("A-000001", "A-000002");
        assertThat(all(group("b "), 5)).isEmpty();
        assertThat(admin.find("C-000002").orElseThrow().ahead()).isNull();
        assertThat(admin.find("c -000003").orElseThrow().ahead()).isNull();
    }

    private static MessageFilter group(String group) {
        return new MessageFilter(group, null, null, null);
    }

    private List<String> all(MessageFilter filter, int limit) throws SourceException {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = admin.page(new MessageQuery(MessageState.FAILED, filter, limit, after));
            assertThat(page.messages()).hasSizeLessThanOrEqualTo(limit);
            page.messages().forEach(message -> ids.add(message.id()));
            after = page.next();
        } while (after != null);
        return ids;
    }
}
