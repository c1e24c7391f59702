package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryLog;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which event the second death of an owner is charged to: what was in flight at the first is unknown. */
class LogFollowerSuspectTest {
    private final InMemoryLog log = new InMemoryLog();
    private Incarnation owner = log.join("first");
    private LogFollower follower = follower();

    private LogFollower follower() {
        return new LogFollower(
                log.feed(), new FollowerSettings("feed", LogOrdering.GROUP, false, 0, FollowerSettings.Bounds.DEFAULT));
    }

    private void append(String group) {
        LogFixture.Writer writer = log.begin();
        writer.append(group);
        writer.commit();
    }

    private List<Message> claim() throws SourceException {
        return follower.claim(owner, new ClaimRequest(Shards.ALL, 100, 1 << 20, 100, Set.of(), Set.of()))
                .messages();
    }

    private void dies() {
        log.fence(owner);
        owner = log.join(owner.value() + "'s heir");
        follower = follower();
    }

    @Test
    void theSecondDeathOfTheOnlyEventInFlightCountsIfItWasThereAtTheFirst() throws SourceException {
        append("a");
        claim();
        dies();
        assertThat(claim()).extracting(Message::suspicion).containsExactly(Suspicion.MARKED);
        assertThat(follower.markInFlight(owner, List.of("1"), true)).isTrue();
        dies();

        assertThat(claim()).extracting(Message::suspicion).containsExactly(Suspicion.suspect(1, 1));
    }

    @Test
    void itDoesNotCountOnceTheEventHasGotCompany() throws SourceException {
        append("a");
        claim();
        dies();
        claim();
        follower.markInFlight(owner, List.of("1"), true);
        follower.endAlone(owner, "1");
        dies();

        assertThat(claim()).extracting(Message::suspicion).containsExactly(Suspicion.suspect(1, 0));
    }

    @Test
    void anEventThatWasAppendedAfterADeathIsNotChargedForItsFirst() throws SourceException {
        append("a");
        Message done = claim().getFirst();
        follower.settle(owner, List.of(new Settlement(done, Verdict.COMPLETE)));
        dies();
        assertThat(claim()).isEmpty();
        append("b");
        // An operator moves the feed, so that the same owner opens it a second time.
        log.moveTo(0);
        assertThat(claim()).isEmpty();
        assertThat(claim()).extracting(Message::suspicion).containsExactly(Suspicion.MARKED, Suspicion.MARKED);
        assertThat(follower.markInFlight(owner, List.of("2"), true)).isTrue();
        dies();

        assertThat(claim()).extracting(Message::suspicion).contains(Suspicion.suspect(1, 0));
    }
}
