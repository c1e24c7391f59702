package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every source must do whose messages are for several outlets. Each test has an empty one. */
@SuppressWarnings("NullAway.Init") // Set before each test.
public abstract class OutletDemandContract {
    /** The only outlet that is in a pool. */
    protected static final long POOLED = 100;

    protected static final long POOL = 9;

    /** An empty source with outlets, whose ordering is {@code BLOCK}. */
    public interface OutletFixture extends AutoCloseable {
        ClaimSource newSource();

        /** A new owner with a lease. */
        Incarnation join(String name);

        /** Commits a message, behind those of its group in its outlet. */
        void insert(String id, long outlet, @Nullable String group);

        @Override
        void close();
    }

    private OutletFixture table;
    private ClaimSource source;
    private Incarnation owner;

    protected abstract OutletFixture open() throws Exception;

    @BeforeEach
    void openTable() throws Exception {
        table = open();
        source = table.newSource();
        owner = table.join("first");
    }

    @AfterEach
    void closeTable() {
        source.close();
        table.close();
    }

    private void insert(long outlet, @Nullable String group, int count) {
        for (int i = 0; i < count; i++) {
            table.insert("m%d-%s-%03d".formatted(outlet, group, i), outlet, group);
        }
    }

    private ClaimResult claim(int messages, OutletDemand demand) throws SourceException {
        var request =
                new ClaimRequest(Shards.ALL, messages, 1 << 20, messages, Set.of(), Set.of(), DueRetries.NONE, demand);
        return source.claim(owner, request);
    }

    private static OutletDemand demand(Set<Long> closed, Map<Long, OutletRoom> rooms, int others) {
        return new OutletDemand(closed, Set.of(), rooms, others);
    }

    private static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }

    private static List<Long> outlets(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::outlet).toList();
    }

    @Test
    void everyMessageNamesItsOutlet() throws SourceException {
        insert(7, "g", 1);
        insert(8, null, 1);

        assertThat(outlets(claim(10, demand(Set.of(), Map.of(), 10)))).containsExactlyInAnyOrder(7L, 8L);
    }

    @Test
    void aClosedOutletIsNotReadAndThereIsNoMore() throws SourceException {
        insert(1, "g", 50);
        insert(2, "g", 2);

        ClaimResult claimResult = claim(10, demand(Set.of(1L), Map.of(), 10));

        assertThat(outlets(claimResult)).containsExactly(2L, 2L);
        assertThat(claimResult.more()).isFalse();
        assertThat(claim(10, demand(Set.of(1L), Map.of(), 10)).more()).isFalse();
    }

    @Test
    void theOutletsOfAClosedPoolAreNotRead() throws SourceException {
        insert(POOLED, null, 20);
        insert(2, null, 1);

        ClaimResult claimResult = claim(10, new OutletDemand(Set.of(), Set.of(POOL), Map.of(), 10));

        assertThat(outlets(claimResult)).containsExactly(2L);
        assertThat(claimResult.more()).isFalse();
        assertThat(outlets(claim(10, demand(Set.of(), Map.of(), 10))))
                .hasSize(10)
                .containsOnly(POOLED);
    }

    @Test
    void noMoreIsTakenOfAnOutletThanThereIsRoomFor() throws SourceException {
        insert(1, null, 50);
        insert(2, null, 50);
        insert(3, null, 50);

        ClaimResult claimResult = claim(40, demand(Set.of(), Map.of(1L, OutletRoom.of(3), 2L, OutletRoom.of(0)), 5));

        assertThat(outlets(claimResult)).hasSize(8).doesNotContain(2L);
        assertThat(outlets(claimResult)).filteredOn(outlet -> outlet == 3).hasSize(5);
        assertThat(claimResult.more())
                .as("what there is no room for does not count")
                .isFalse();
    }

    @Test
    void aProbeIsTheFirstOfAGroup() throws SourceException {
        insert(1, "g", 5);

        assertThat(ids(claim(10, demand(Set.of(), Map.of(1L, OutletRoom.of(1)), 10))))
                .containsExactly("m1-g-000");
    }

    @Test
    void everyOutletGetsItsTurnHoweverMuchAnotherHas() throws SourceException {
        insert(1, null, 300);
        for (long outlet = 2; outlet < 22; outlet++) {
            insert(outlet, null, 1);
        }

        int claims = 0;
        for (boolean all = false; !all; claims++) {
            ClaimResult claimResult = claim(8, demand(Set.of(), Map.of(), 8));
            settle(claimResult, Verdict.COMPLETE);
            all = claimResult.messages().stream().allMatch(message -> message.outlet() == 1);
            assertThat(claims).isLessThan(10);
        }
        assertThat(claims).as("claims until the others had theirs").isGreaterThan(1);
    }

    @Test
    void aGroupIsThatOfItsOutlet() throws SourceException {
        insert(1, "g", 2);
        insert(2, "g", 2);
        var waits = new OutletRoom(10, Set.of("g"), Set.of(), DueRetries.NONE);

        assertThat(ids(claim(10, demand(Set.of(), Map.of(1L, waits), 10)))).containsExactly("m2-g-000", "m2-g-001");
        assertThat(ids(claim(10, demand(Set.of(), Map.of(), 10))))
                .as("claimed messages of the other outlet do not hold it")
                .containsExactly("m1-g-000", "m1-g-001");
    }

    @Test
    void aMessageThatWaitsIsLeftAlone() throws SourceException {
        insert(1, null, 3);
        var waits = new OutletRoom(10, Set.of(), Set.of("m1-null-001"), DueRetries.NONE);

        assertThat(ids(claim(10, demand(Set.of(), Map.of(1L, waits), 10))))
                .containsExactlyInAnyOrder("m1-null-000", "m1-null-002");
    }

    @Test
    void aGroupThatIsDueForARetryDoesNotWaitForTheBacklog() throws SourceException {
        insert(1, "a", 30);
        insert(1, "z", 1);
        var due = new OutletRoom(4, Set.of(), Set.of(), new DueRetries(List.of("z"), List.of()));

        assertThat(ids(claim(10, demand(Set.of(), Map.of(1L, due), 4))))
                .hasSize(4)
                .contains("m1-z-000");
    }

    private void settle(ClaimResult claimResult, Verdict.Final verdict) throws SourceException {
        source.settle(
                owner,
                claimResult.messages().stream()
                        .map(message -> new Settlement(message, verdict))
                        .toList());
    }
}
