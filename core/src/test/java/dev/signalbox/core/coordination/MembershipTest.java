package dev.signalbox.core.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Membership.LeaseCommand;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a node keeps its lease and acquires its relays. */
class MembershipTest {
    private static final LeaseTerms TERMS =
            new LeaseTerms(Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(1));
    private static final Acquisition ACQUIRED = new Acquisition.Acquired(Shards.ALL);

    private int names;
    private final Membership membership =
            new Membership(TERMS, RelaySharing.WHOLE, () -> new Incarnation("life-" + ++names));

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    @BeforeEach
    void contend() {
        membership.contend("orders");
    }

    private <T extends LeaseCommand> T next(Class<T> type, double at) {
        return type.cast(Objects.requireNonNull(membership.next(seconds(at))));
    }

    private void joined(LeaseCommand.Join join, double at) {
        membership.joined(join, join.incarnation(), seconds(at));
    }

    private void join(double at) {
        joined(next(LeaseCommand.Join.class, at), at);
        membership.renewed(next(LeaseCommand.Renew.class, at), Renewal.QUIET, seconds(at));
    }

    @Test
    void knowsThatARelayIsPausedBeforeItIsWon() {
        joined(next(LeaseCommand.Join.class, 0), 0);
        var paused = new Renewal.RelayState(Shards.NONE, Shards.ALL, 1, 0, Duration.ofSeconds(10), true);
        membership.renewed(next(LeaseCommand.Renew.class, 0), new Renewal(true, Map.of("orders", paused)), seconds(0));

        assertThat(membership.isPaused("orders")).isTrue();
        next(LeaseCommand.Acquire.class, 0);
    }

    private void own(double at) {
        join(at);
        membership.acquired(next(LeaseCommand.Acquire.class, at), ACQUIRED, seconds(at));
    }

    @Test
    void joinsThenAcquiresThenRests() {
        own(0);

        assertThat(membership.ownerOf("orders")).isEqualTo(new Incarnation("life-1"));
        assertThat(membership.next(seconds(3.9))).isNull();
        assertThat(membership.nextWakeup()).isEqualTo(seconds(4));
    }

    @Test
    void trustsALeaseFromBeforeItsRenewalWasSent() {
        own(0);
        assertThat(membership.trustedUntil()).isEqualTo(seconds(9));

        var renew = next(LeaseCommand.Renew.class, 4);
        membership.renewed(renew, Renewal.QUIET, seconds(4));
        assertThat(membership.trustedUntil()).as("whenever the answer came").isEqualTo(seconds(13));
    }

    @Test
    void aRenewalThatFailedKeepsTheIncarnationAndIsRepeated() {
        own(0);
        membership.failed(next(LeaseCommand.Renew.class, 4), seconds(6));

        assertThat(membership.ownerOf("orders")).isEqualTo(new Incarnation("life-1"));
        assertThat(membership.trustedUntil()).isEqualTo(seconds(9));
        assertThat(membership.next(seconds(6.2))).isNull();
        var again = next(LeaseCommand.Renew.class, 6.25);
        membership.renewed(again, Renewal.QUIET, seconds(20));
        assertThat(membership.trustedUntil()).as("even after it ran out").isEqualTo(seconds(29));
    }

    @Test
    void aFencedNodeLosesEveryRelayAndBeginsANewLife() {
        membership.contend("invoices");
        own(0);
        membership.acquired(next(LeaseCommand.Acquire.class, 0), ACQUIRED, seconds(0));
        var renew = next(LeaseCommand.Renew.class, 4);

        membership.renewed(renew, Renewal.FENCED, seconds(4));
        assertThat(membership.ownerOf("orders")).isNull();
        assertThat(membership.ownerOf("invoices")).isNull();
        assertThat(membership.incarnation()).isNull();

        own(4);
        assertThat(membership.ownerOf("orders")).isEqualTo(new Incarnation("life-2"));
        membership.renewed(renew, Renewal.QUIET, seconds(100));
        assertThat(membership.trustedUntil()).as("an earlier life's answer").isEqualTo(seconds(13));
    }

    @Test
    void learnsThatItIsFencedWhenItAcquires() {
        join(0);
        var acquire = next(LeaseCommand.Acquire.class, 0);
        membership.acquired(acquire, new Acquisition.Fenced(), seconds(0));

        assertThat(membership.incarnation()).isNull();
        assertThat(membership.next(seconds(0)))
                .isEqualTo(new LeaseCommand.Join(new Incarnation("life-2"), Set.of("orders")));
        membership.acquired(acquire, ACQUIRED, seconds(0));
        assertThat(membership.ownerOf("orders")).isNull();
    }

    @Test
    void worksUnderTheNameThatTheCoordinatorHasRecorded() {
        var proposed = next(LeaseCommand.Join.class, 0);
        Incarnation recorded = new Incarnation(proposed.incarnation() + "@server");

        membership.joined(proposed, recorded, seconds(0));

        assertThat(membership.incarnation()).isEqualTo(recorded);
        assertThat(next(LeaseCommand.Renew.class, 0).incarnation()).isEqualTo(recorded);
    }

    @Test
    void aNameWhoseJoinFailedIsNotUsedAgain() {
        var first = next(LeaseCommand.Join.class, 0);
        membership.failed(first, seconds(1));

        assertThat(membership.next(seconds(1.2))).isNull();
        assertThat(next(LeaseCommand.Join.class, 1.25).incarnation()).isNotEqualTo(first.incarnation());
        joined(first, 1.3);
        assertThat(membership.incarnation()).as("a late answer to the first").isNull();
    }

    @Test
    void waitsForATakenRelayAsLongAsTheAnswerSays() {
        join(0);
        var taken = new Acquisition.Taken("other", Duration.ofSeconds(3));
        membership.acquired(next(LeaseCommand.Acquire.class, 0), taken, seconds(0));

        assertThat(membership.ownerOf("orders")).isNull();
        assertThat(membership.next(seconds(2.9))).isNull();
        membership.acquired(next(LeaseCommand.Acquire.class, 3), ACQUIRED, seconds(3));
        assertThat(membership.ownerOf("orders")).isNotNull();
    }

    @Test
    void triesAgainAfterAnAcquisitionThatFailed() {
        join(0);
        membership.failed(next(LeaseCommand.Acquire.class, 0), seconds(1));

        assertThat(membership.next(seconds(1.2))).isNull();
        assertThat(membership.nextWakeup()).isEqualTo(seconds(1.25));
        assertThat(membership.next(seconds(1.25))).isInstanceOf(LeaseCommand.Acquire.class);
    }

    @Test
    void renewsBeforeItAcquires() {
        join(0);

        assertThat(membership.next(seconds(4))).isInstanceOf(LeaseCommand.Renew.class);
    }

    @Test
    void refusesTermsThatCannotBeKept() {
        Duration ten = Duration.ofSeconds(10);
        Duration five = Duration.ofSeconds(5);
        assertThatThrownBy(() -> new LeaseTerms(ten, five, five)).hasMessageContaining("PT10S");
        assertThatThrownBy(() -> new LeaseTerms(ten, five, five.negated()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LeaseTerms(ten, Duration.ZERO, five)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LeaseTerms.of(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LeaseTerms.of(ten).renewEvery()).isEqualTo(Duration.ofSeconds(4));
    }
}
