package dev.signalbox.core.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import dev.signalbox.core.coordination.Membership.LeaseCommand;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a node acquires its share of a relay, and releases surplus shards. */
class RelaySharingTest {
    private static final Incarnation ME = new Incarnation("me");
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final LeaseTerms TERMS =
            new LeaseTerms(Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(1));

    private final Membership membership = new Membership(TERMS, RelaySharing.SPREAD, () -> ME);
    private long now;

    @BeforeEach
    void join() {
        membership.contend("orders");
        LeaseCommand.Join join = next(LeaseCommand.Join.class);
        membership.joined(join, join.incarnation(), now);
    }

    private <T extends LeaseCommand> T next(Class<T> type) {
        return type.cast(Objects.requireNonNull(membership.next(now)));
    }

    private void renew(Shards mine, Shards free, int contenders, int rank) {
        renew(new RelayState(mine, free, contenders, rank, LONG, false));
    }

    private void renew(RelayState relayState) {
        membership.renewed(next(LeaseCommand.Renew.class), new Renewal(true, Map.of("orders", relayState)), now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /** Owns everything, as the only node. */
    private void ownAll() {
        renew(Shards.NONE, Shards.ALL, 1, 0);
        membership.acquired(next(LeaseCommand.Acquire.class), new Acquisition.Acquired(Shards.ALL), now);
        pass(Duration.ofSeconds(4));
    }

    @Test
    void theOnlyNodeTakesEverythingAtOnce() {
        renew(Shards.NONE, Shards.ALL, 1, 0);

        assertThat(next(LeaseCommand.Acquire.class).shards()).isEqualTo(Shards.ALL);
    }

    @Test
    void takesNoMoreThanItsShareAndBeginsWhereOthersDoNot() {
        renew(Shards.NONE, Shards.ALL, 3, 1);

        Shards wanted = next(LeaseCommand.Acquire.class).shards();
        assertThat(wanted.size()).isEqualTo(21);
        assertThat(wanted.numbers()).contains(21).doesNotContain(0, 42);
    }

    @Test
    void worksOnlyOnWhatItGot() {
        renew(Shards.NONE, Shards.ALL, 2, 0);
        membership.acquired(next(LeaseCommand.Acquire.class), new Acquisition.Acquired(Shards.of(3, 4)), now);

        assertThat(membership.shardsOf("orders")).isEqualTo(Shards.of(3, 4));
        assertThat(membership.next(now))
                .as("the rest belongs to another node until the next renewal")
                .isNull();
    }

    @Test
    void givesSurplusBackOnlyWhenItIsDrained() {
        ownAll();
        renew(Shards.ALL, Shards.NONE, 2, 0);

        assertThat(membership.shardsOf("orders").size()).isEqualTo(32);
        assertThat(membership.leaving("orders").size()).isEqualTo(32);
        assertThat(membership.next(now)).isNull();

        membership.drained("orders", Shards.of(0, 40, 41));
        var release = next(LeaseCommand.Release.class);
        assertThat(release.shards()).as("what it works on is not released").isEqualTo(Shards.of(40, 41));
        membership.released(release);
        assertThat(membership.leaving("orders").size()).isEqualTo(30);
        assertThat(membership.next(now)).isNull();
    }

    @Test
    void aReleaseThatFailedIsTriedAgainAndNotWorkedOnMeanwhile() {
        ownAll();
        renew(Shards.ALL, Shards.NONE, 2, 0);
        membership.drained("orders", Shards.ALL);
        membership.failed(next(LeaseCommand.Release.class), now);

        assertThat(membership.next(now)).isNull();
        pass(Duration.ofMillis(250));
        assertThat(next(LeaseCommand.Release.class).shards().size()).isEqualTo(32);
        assertThat(membership.shardsOf("orders").size()).isEqualTo(32);
    }

    @Test
    void whatIsLeavingComesBackOnlyByWayOfTheDatabase() {
        ownAll();
        renew(Shards.ALL, Shards.NONE, 2, 0);
        pass(Duration.ofSeconds(4));
        renew(Shards.ALL, Shards.NONE, 1, 0);

        assertThat(membership.leaving("orders").size()).isEqualTo(32);
        assertThat(membership.shardsOf("orders").size()).isEqualTo(32);
    }

    @Test
    void whatWasAcquiredWithoutAnAnswerIsFoundOut() {
        renew(Shards.NONE, Shards.ALL, 1, 0);
        membership.failed(next(LeaseCommand.Acquire.class), now);
        pass(Duration.ofSeconds(4));
        renew(Shards.ALL, Shards.NONE, 1, 0);

        assertThat(membership.shardsOf("orders")).isEqualTo(Shards.ALL);
    }

    @Test
    void looksAgainWhenALeaseMayHaveRunOut() {
        renew(new RelayState(Shards.NONE, Shards.NONE, 2, 0, Duration.ofMillis(700), false));

        assertThat(membership.nextWakeup())
                .isEqualTo(now + Duration.ofMillis(750).toNanos());
    }

    @Test
    void aFencedNodeHasNothing() {
        ownAll();
        membership.renewed(next(LeaseCommand.Renew.class), Renewal.FENCED, now);

        assertThat(membership.shardsOf("orders")).isEqualTo(Shards.NONE);
        assertThat(membership.ownerOf("orders")).isNull();
    }

    @Test
    void isToldThatTheRelayIsPaused() {
        renew(new RelayState(Shards.NONE, Shards.NONE, 1, 0, LONG, true));

        assertThat(membership.isPaused("orders")).isTrue();
    }

    @Test
    void aNodeThatLeavesReleasesAllAndIsNotCountedAnyMore() {
        ownAll();
        renew(Shards.ALL, Shards.NONE, 1, 0);
        membership.leave();

        assertThat(membership.shardsOf("orders")).isEqualTo(Shards.NONE);
        membership.withdrawn(next(LeaseCommand.Withdraw.class));
        assertThat(membership.next(now)).as("nothing is drained yet").isNull();
        membership.drained("orders", Shards.of(5));
        assertThat(next(LeaseCommand.Release.class).shards()).isEqualTo(Shards.of(5));
    }

    @Test
    void aNodeThatLeavesTakesNothingMore() {
        membership.leave();
        renew(Shards.NONE, Shards.ALL, 1, 0);
        membership.withdrawn(next(LeaseCommand.Withdraw.class));

        assertThat(membership.next(now)).isNull();
    }
}
