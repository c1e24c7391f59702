package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One node leads, the others are standbys. */
public abstract class LeaderCoordinatorContract extends FixtureContract<LeaseFixture> {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofMillis(2_500);

    @Test
    void oneOwnsAndTheOtherKnowsWhoAndWhenToAskAgain() throws Exception {
        var a = node("a", LONG);
        var b = node("b", LONG);
        assertThat(a.acquire()).isEqualTo(new Acquisition.Acquired(Shards.ALL));

        assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));
        assertThat(database().owners(LeaseNode.RELAY))
                .containsExactly(a.incarnation().value());
        assertThat(a.relayState().mine()).isEqualTo(Shards.ALL);
        assertThat(b.relayState().mine()).isEqualTo(Shards.NONE);
    }

    @Test
    void askingAgainIsAllowedAndOneReleaseIsEnough() throws Exception {
        var a = node("a", LONG);
        var b = node("b", LONG);
        assertThat(a.acquires()).isTrue();
        assertThat(a.acquires()).isTrue();
        a.release();

        assertThat(b.acquires()).isTrue();
    }

    @Test
    void aStrangerWhoHoldsTheLockPreventsNoTakeover() throws Exception {
        try (LeaseFixture.HeldLock _ = database().lockAsStranger(LeaseNode.RELAY)) {
            var a = node("a", LONG);
            var b = node("b", LONG);
            assertThat(a.acquires()).isTrue();
            assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));
            assertThat(a.renew()).isTrue();

            database().expire("a", Duration.ofMillis(-1));
            assertThat(b.acquires()).isTrue();
            assertThat(a.renew()).isFalse();
            assertThat(a.writes()).isFalse();
            assertThat(b.renew()).isTrue();
        }
    }

    @Test
    void resigningHandsOverAtOnce() throws Exception {
        var a = node("a", LONG);
        var b = node("b", LONG);
        assertThat(a.acquires()).isTrue();
        a.resign();

        assertThat(b.acquires()).isTrue();
        assertThat(a.renew()).isFalse();
        assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
        assertThat(database().nodes()).containsExactly("b");
    }

    @Test
    void aKilledLeaderIsReplacedWithinThreeSecondsButNotBeforeItsLeaseEnds() throws Exception {
        var a = node("a", USUAL);
        var b = node("b", USUAL);
        assertThat(a.acquires()).isTrue();
        assertThat(a.renew()).isTrue();
        String leaseEnd = database().leaseEnd("a");
        database().endLockSession("a", LeaseNode.RELAY);

        long killed = System.nanoTime();
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(5))
                .until(b::acquires);

        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(3));
        assertThat(database().acquiredAfter(LeaseNode.RELAY, leaseEnd)).isTrue();
        assertThat(a.renew()).isFalse();
    }

    @Test
    void takenSaysWhenTheLeaseEnds() throws Exception {
        var a = node("a", Duration.ofMillis(800));
        var b = node("b", LONG);
        assertThat(a.acquires()).isTrue();
        assertThat(a.renew()).isTrue();

        assertThat(b.acquire())
                .isInstanceOfSatisfying(
                        Acquisition.Taken.class,
                        taken -> assertThat(taken.tryAgainIn())
                                .isBetween(Duration.ofMillis(50), Duration.ofMillis(810)));
    }

    @Test
    void fencingWaitsForTheFormerOwnersWritesAndThenItWritesNoMore() throws Exception {
        var a = node("a", LONG);
        var b = node("b", LONG);
        assertThat(a.acquires()).isTrue();
        try (LeaseFixture.HeldLock _ = database().writeUnderWay("a")) {
            database().endLockSession("a", LeaseNode.RELAY);
            database().expire("a", Duration.ofMillis(-1));

            assertThat(b.acquire()).isInstanceOf(Acquisition.Taken.class);
            assertThat(database().owners(LeaseNode.RELAY))
                    .containsExactly(a.incarnation().value());
        }
        assertThat(b.acquires()).isTrue();
        assertThat(a.writes()).isFalse();
        assertThat(database().fencedTable()).isEmpty();
    }

    @Test
    void aFencedOwnerLearnsItAndLetsGo() throws Exception {
        var a = node("a", LONG);
        var b = node("b", LONG);
        assertThat(a.acquires()).isTrue();
        database().fence("a");

        assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
        assertThat(a.renew()).isFalse();
        // The server may notice a moment later that the session of a has been closed.
        await().pollInterval(Duration.ofMillis(20)).until(b::acquires);
        a.joinAgain();
        assertThat(a.acquire()).isInstanceOf(Acquisition.Taken.class);
    }

    @Test
    void theLongDeadAreForgottenUnlessTheyOwnSomething() throws Exception {
        database().addNode("dead", Duration.ofHours(-2), "other", false);
        database().addNode("owner", Duration.ofHours(-2), "other", true);
        database().addNode("late", Duration.ZERO, "other", false);

        var a = node("a", LONG);
        assertThat(database().nodes()).containsExactly("a", "late", "owner");
        assertThat(a.renew()).isTrue();
    }

    private LeaseNode node(String name, Duration ttl) throws Exception {
        return join(name, RelaySharing.WHOLE, ttl);
    }
}
