package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every claim source must do. */
public abstract class ClaimSourceContract extends OversizedRowContract {
    @Test
    void claimsAGroupInItsOrder() throws SourceException {
        insert("g", 3);

        assertThat(claim()).containsExactly("m0", "m1", "m2");
    }

    @Test
    void whatIsHeldIsNotClaimedAgainNorAnythingBehindIt() throws SourceException {
        insert("g", 3);
        insert(null, 1);
        Message first = claimOne();
        assertThat(claim()).containsExactly("m3");

        settle(Verdict.COMPLETE, first);

        assertThat(claim()).containsExactly("m1", "m2");
    }

    @Test
    void aHeldGroupGoesOnInOrderWhenItsTimeHasCome() throws SourceException {
        insert("g", 2);
        ClaimRequest without = new ClaimRequest(Shards.ALL, 10, 1 << 20, 10, Set.of("g"), Set.of());
        assertThat(ids(source.claim(owner, without))).isEmpty();
        insert("g", 1);
        assertThat(ids(source.claim(owner, without))).isEmpty();

        assertThat(claim()).containsExactly("m0", "m1", "m2");
    }

    @Test
    void claimsOnlyFromTheWantedShards() throws SourceException {
        insert("a", 1);
        insert("b", 1);
        insert(null, 2);
        List<Message> all = claim(10, 10);
        settle(Verdict.RELEASE, all);

        for (Message message : all) {
            Shards one = Shards.of(message.shard());
            List<Message> claimed = source.claim(owner, request(10, 10, one)).messages();
            assertThat(claimed)
                    .isNotEmpty()
                    .allSatisfy(it -> assertThat(it.shard()).isEqualTo(message.shard()));
            settle(Verdict.RELEASE, claimed);
        }
    }

    @Test
    void ownersOfDifferentShardsShareTheTable() throws SourceException {
        for (int i = 0; i < 20; i++) {
            insert("group " + i, 2);
        }
        insert(null, 20);
        Shards low = Shards.of(IntStream.range(0, Shards.COUNT / 2).toArray());
        Incarnation other = table.join("other");
        ClaimSource otherSource = table.newSource(Ordering.BLOCK, false);

        List<String> one = ids(source.claim(owner, request(100, 10, low)));
        List<String> two = ids(otherSource.claim(other, request(100, 10, Shards.ALL.minus(low))));

        assertThat(one).isNotEmpty().doesNotContainAnyElementsOf(two);
        assertThat(two).isNotEmpty();
        assertThat(one.size() + two.size()).isEqualTo(60);
    }

    @Test
    void withoutOrderARowInFlightBlocksNoOther() throws SourceException {
        insert("g", 3);
        source = table.newSource(Ordering.NONE, false);
        source.claim(owner, request(1, 1));

        assertThat(claim()).containsExactlyInAnyOrder("m1", "m2");
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
    void aGroupThatIsDueForARetryDoesNotWaitForTheBacklog() throws SourceException {
        for (int group = 10; group < 50; group++) {
            insert("group " + group, 1);
        }
        List<Message> first = claim(4, 2);
        settle(Verdict.COMPLETE, first.subList(1, 4));
        settle(new Verdict.RetryAt(0, "refused"), first.getFirst());

        assertThat(claimDue(new DueRetries(List.of("group 10"), List.of())))
                .hasSize(4)
                .contains("m0");
    }

    @Test
    void anUngroupedMessageThatIsDueForARetryDoesNotWaitForTheBacklog() throws SourceException {
        insert(null, 40);
        List<Message> first = claim(4, 2);
        settle(Verdict.COMPLETE, first.subList(1, 4));
        settle(new Verdict.RetryAt(0, "refused"), first.getFirst());
        String due = first.getFirst().id();

        assertThat(claimDue(new DueRetries(List.of(), List.of(new UngroupedMessage(due, 2)))))
                .hasSize(4)
                .contains(due);
    }

    private List<String> claimDue(DueRetries due) throws SourceException {
        return ids(source.claim(owner, new ClaimRequest(Shards.ALL, 4, 1 << 20, 2, Set.of(), Set.of(), due)));
    }

    @Test
    void ungroupedMessagesAreIndependent() throws SourceException {
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

        ClaimResult claimResult = source.claim(owner, new ClaimRequest(Shards.ALL, 10, 1000, 10, Set.of(), Set.of()));

        assertThat(ids(claimResult)).containsExactly("a");
        assertThat(claimResult.more()).isTrue();
    }

    @Test
    void leavesHeldGroupsAndMessagesAlone() throws SourceException {
        insert("waits", 2);
        insert("goes", 1);
        insert(null, 2);

        ClaimResult claimResult =
                source.claim(owner, new ClaimRequest(Shards.ALL, 10, 1000, 10, Set.of("waits"), Set.of("m4")));

        assertThat(ids(claimResult)).containsExactlyInAnyOrder("m2", "m3");
    }

    @Test
    void aGroupWithADeadLetterWaitsIfItIsToBeHeld() throws SourceException {
        insert("g", 2);
        source = table.newSource(Ordering.BLOCK, true);
        Message first = claimOne();
        settle(new Verdict.Park("exhausted"), first);

        assertThat(claim()).isEmpty();
    }
}
