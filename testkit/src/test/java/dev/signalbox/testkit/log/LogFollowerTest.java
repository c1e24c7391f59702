package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a feed follows its log. */
class LogFollowerTest {
    private static final Verdict.Final RETRY = new Verdict.RetryAt(0, "no");
    private static final Verdict.Final PARK = new Verdict.Park("poison");

    private final InMemoryLog log = new InMemoryLog();
    private Incarnation owner = log.join("first");
    private LogFollower follower = follower(LogOrdering.GROUP);
    private Set<String> held = Set.of();
    private int perGroup = 100;

    private LogFollower follower(LogOrdering ordering) {
        return follower(ordering, false, FollowerSettings.Bounds.DEFAULT);
    }

    private LogFollower follower(LogOrdering ordering, boolean holdExhausted, FollowerSettings.Bounds bounds) {
        return new LogFollower(log.feed(), new FollowerSettings("feed", ordering, holdExhausted, 0, bounds));
    }

    private void append(@Nullable String... groups) {
        for (String group : groups) {
            LogFixture.Writer writer = log.begin();
            writer.append(group);
            writer.commit();
        }
    }

    private ClaimRequest request() {
        return new ClaimRequest(Shards.ALL, 100, 1 << 20, perGroup, held, held);
    }

    /** Claims until there is no more for now. */
    private List<Message> claim() throws SourceException {
        List<Message> messages = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = follower.claim(owner, request());
            messages.addAll(claimResult.messages());
        } while (claimResult.more());
        return messages;
    }

    private static List<String> ids(List<Message> messages) {
        return messages.stream().map(Message::id).toList();
    }

    private void settle(Verdict.Final verdict, List<Message> messages) throws SourceException {
        follower.settle(
                owner, messages.stream().map(it -> new Settlement(it, verdict)).toList());
    }

    private void settle(Verdict.Final verdict, Message... messages) throws SourceException {
        settle(verdict, List.of(messages));
    }

    private void takeOver() {
        log.fence(owner);
        owner = log.join(owner.value() + "'s heir");
        follower = follower(LogOrdering.GROUP);
    }

    @Test
    void theCursorStandsBeforeTheFirstThatIsNotDone() throws SourceException {
        append("a", "b", "c");
        List<Message> claimed = claim();

        settle(Verdict.COMPLETE, claimed.get(0), claimed.get(2));
        assertThat(log.cursor().position()).isEqualTo(1);
        assertThat(log.ahead()).containsExactly(3L);

        settle(Verdict.COMPLETE, claimed.get(1));
        assertThat(log.cursor().position()).isEqualTo(3);
        assertThat(log.ahead()).isEmpty();
        assertThat(log.deferredGroups()).isEmpty();
    }

    @Test
    void aStopRepeatsNothingThatWasRecorded() throws SourceException {
        append("a", "b", "c");
        List<Message> claimed = claim();
        settle(Verdict.COMPLETE, claimed.get(1), claimed.get(2));
        settle(Verdict.RELEASE, claimed.get(0));

        takeOver();

        assertThat(ids(claim())).containsExactly("1");
        assertThat(log.deferredGroups()).isEmpty();
    }

    @Test
    void aFailingGroupIsDeferredAndTheOthersContinue() throws SourceException {
        append("a", "b", "a");
        List<Message> claimed = claim();
        settle(RETRY, claimed.get(0));
        settle(Verdict.RELEASE, claimed.get(2));
        settle(Verdict.COMPLETE, claimed.get(1));
        held = Set.of("a");
        append("a", "b");

        List<Message> next = claim();
        settle(Verdict.COMPLETE, next);

        assertThat(ids(next)).containsExactly("5");
        assertThat(log.cursor().position()).isEqualTo(5);
        assertThat(log.deferredGroups()).singleElement().satisfies(row -> {
            assertThat(row.key()).isEqualTo(DeferredGroupKey.of("a"));
            assertThat(row.from()).isEqualTo(1);
            assertThat(row.failure())
                    .isNotNull()
                    .satisfies(it -> assertThat(it.attempts()).isEqualTo(1));
        });

        held = Set.of();
        List<Message> back = claim();
        assertThat(ids(back)).containsExactly("1", "3", "4");
        assertThat(back.getFirst().attempts()).isEqualTo(1);
        settle(Verdict.COMPLETE, back);
        assertThat(log.deferredGroups()).isEmpty();
        append("a");
        assertThat(ids(claim())).containsExactly("6");
    }

    @Test
    void attemptsOutliveTheirOwner() throws SourceException {
        append("a", "a");
        List<Message> claimed = claim();
        settle(RETRY, claimed.get(0));

        takeOver();

        List<Message> again = claim();
        assertThat(ids(again)).containsExactly("1", "2");
        assertThat(again.getFirst().attempts()).isEqualTo(1);
    }

    @Test
    void withGlobalOrderAllWaitForTheOneThatFails() throws SourceException {
        follower = follower(LogOrdering.GLOBAL);
        append("a", "b", "c");
        List<Message> claimed = claim();
        settle(Verdict.COMPLETE, claimed.get(0));
        settle(RETRY, claimed.get(1));
        settle(Verdict.RELEASE, claimed.get(2));
        append("d");
        held = Set.of("feed");

        assertThat(claim()).isEmpty();
        assertThat(log.cursor().position()).isEqualTo(1);
        assertThat(log.deferredGroups()).isEmpty();

        takeOver();
        follower = follower(LogOrdering.GLOBAL);
        held = Set.of();
        List<Message> again = claim();
        assertThat(ids(again)).containsExactly("2", "3", "4");
        assertThat(again).extracting(Message::attempts).containsExactly(1, 0, 0);
        settle(Verdict.COMPLETE, again);
        assertThat(log.cursor().position()).isEqualTo(4);
    }

    @Test
    void withoutOrderAFailingEventWaitsAlone() throws SourceException {
        follower = follower(LogOrdering.NONE);
        append("a", "a", "a");
        List<Message> claimed = claim();
        settle(RETRY, claimed.get(1));
        settle(Verdict.COMPLETE, claimed.get(0), claimed.get(2));

        assertThat(claimed).extracting(Message::group).containsOnlyNulls();
        assertThat(log.cursor().position()).isEqualTo(3);
        assertThat(log.deferredGroups())
                .extracting(DeferredGroupRow::stragglers)
                .containsExactly(List.of(2L));
        held = Set.of("2");
        assertThat(claim()).isEmpty();
        held = Set.of();
        assertThat(ids(claim())).containsExactly("2");
    }

    @Test
    void aPoisonousEventEndsAsADeadLetterAndIsReplayed() throws SourceException {
        append("a", "a");
        List<Message> claimed = claim();
        settle(PARK, claimed.get(0));
        settle(Verdict.COMPLETE, claimed.get(1));

        assertThat(log.cursor().position()).isEqualTo(2);
        assertThat(log.deadLetters())
                .singleElement()
                .satisfies(it -> assertThat(it.reason()).isEqualTo("poison"))
                .satisfies(it -> assertThat(it.attempts()).isEqualTo(1));

        assertThat(follower.recover(owner)).isEqualTo(RecoveryResult.NOTHING);
        log.replay(1);
        assertThat(follower.recover(owner).total())
                .as("makes the feed read at once")
                .isEqualTo(1);
        assertThat(follower.recover(owner)).isEqualTo(RecoveryResult.NOTHING);
        assertThat(log.deadLetters()).isEmpty();
        List<Message> again = claim();
        assertThat(ids(again)).containsExactly("1");
        settle(Verdict.COMPLETE, again);
        assertThat(log.deferredGroups()).isEmpty();
    }

    @Test
    void aDeadLetterCountsTheAttemptThatEndedIt() throws SourceException {
        append("a");
        for (int retry = 0; retry < 3; retry++) {
            settle(RETRY, claim());
        }
        settle(PARK, claim());
        assertThat(log.deadLetters()).extracting(DeadLetter::attempts).containsExactly(4);

        log.replay(1);
        follower.recover(owner);
        assertThat(claim()).extracting(Message::attempts).as("begins anew").containsExactly(0);
    }

    @Test
    void aGroupThatIsHeldBehindADeadLetterGoesOnWhenItIsReplayed() throws SourceException {
        follower = follower(LogOrdering.GROUP, true, FollowerSettings.Bounds.DEFAULT);
        append("a", "a", "b");
        List<Message> claimed = claim();
        settle(PARK, claimed.get(0));
        settle(Verdict.RELEASE, claimed.get(1));
        settle(Verdict.COMPLETE, claimed.get(2));

        assertThat(claim()).isEmpty();
        assertThat(log.cursor().position()).isEqualTo(3);
        assertThat(log.deferredGroups())
                .singleElement()
                .satisfies(
                        row -> assertThat(row.failure()).isNotNull().isEqualTo(new EventFailure(1, 1, "poison", true)));

        log.replay(1);
        assertThat(follower.recover(owner).total()).isEqualTo(1);
        assertThat(follower.recover(owner)).isEqualTo(RecoveryResult.NOTHING);
        List<Message> again = claim();
        assertThat(ids(again)).containsExactly("1", "2");
        assertThat(again).extracting(Message::attempts).containsExactly(0, 0);
        settle(Verdict.COMPLETE, again);
        assertThat(log.deferredGroups()).isEmpty();
    }

    @Test
    void aLateEventIsDeferredWhileOthersAreDone() throws SourceException {
        LogFixture.Writer slow = log.begin();
        long taken = log.takePosition();
        append("a", "b");
        settle(Verdict.COMPLETE, claim());
        long horizon = log.cursor().horizon();
        slow.appendAt(taken, "late");
        slow.commit();
        append("c");

        List<Message> claimed = claim();
        assertThat(ids(claimed)).containsExactly("1", "4");
        settle(Verdict.COMPLETE, claimed.get(1));
        assertThat(log.cursor().position()).isEqualTo(4);
        assertThat(log.cursor().horizon()).isGreaterThan(horizon);
        assertThat(log.deferredGroups())
                .extracting(DeferredGroupRow::stragglers)
                .containsExactly(List.of(taken));

        takeOver();
        List<Message> again = claim();
        assertThat(ids(again)).containsExactly("1");
        settle(Verdict.COMPLETE, again);
        assertThat(log.deferredGroups()).isEmpty();
        assertThat(log.ahead()).isEmpty();
    }

    @Test
    void aGroupThatIsBusyForLongIsDeferredWithoutAFailure() throws SourceException {
        follower = follower(LogOrdering.GROUP, false, new FollowerSettings.Bounds(10, 3));
        append("slow", "a", "b", "c", "d");
        List<Message> claimed = claim();

        settle(Verdict.COMPLETE, claimed.subList(1, 5));
        assertThat(log.cursor().position()).isEqualTo(5);
        assertThat(log.deferredGroups())
                .singleElement()
                .satisfies(row -> assertThat(row.failure()).isNull());
        settle(Verdict.COMPLETE, claimed.get(0));
        assertThat(log.deferredGroups()).isEmpty();
    }

    @Test
    void theFeedWaitsWhenTooManyGroupsAreDeferred() throws SourceException {
        follower = follower(LogOrdering.GROUP, false, new FollowerSettings.Bounds(2, 100));
        append("a", "b", "c");
        List<Message> claimed = claim();
        settle(RETRY, claimed);
        held = Set.of("a", "b", "c");
        append("d");

        assertThat(claim()).isEmpty();
        held = Set.of("b", "c");
        settle(Verdict.COMPLETE, claim());
        held = Set.of("c");
        assertThat(ids(claim())).containsExactly("2", "4");
    }

    @Test
    void moreOfAGroupThanWasAskedForFollowsInOrder() throws SourceException {
        perGroup = 2;
        append("a", "a", "b", "a", "a", "a");

        List<Message> first = claim();
        assertThat(ids(first)).containsExactly("1", "2", "3");
        settle(Verdict.COMPLETE, first.get(0), first.get(1));
        List<Message> second = claim();
        assertThat(ids(second)).containsExactly("4", "5");
        settle(Verdict.COMPLETE, second);
        assertThat(ids(claim())).containsExactly("6");
    }

    @Test
    void anOperatorsMoveDropsWhatIsInFlight() throws SourceException {
        append("a", "b", "c");
        List<Message> claimed = claim();
        settle(Verdict.COMPLETE, claimed);
        append("d");
        List<Message> inFlight = claim();
        log.moveTo(1);

        assertThat(follower.settle(owner, List.of(new Settlement(inFlight.getFirst(), Verdict.COMPLETE)))
                        .recorded())
                .isEmpty();
        assertThat(ids(claim())).containsExactly("2", "3", "4");
    }

    @Test
    void aPausedFeedGetsNothingAndRecordsWhatIsInFlight() throws SourceException {
        append("a");
        List<Message> inFlight = claim();
        append("b");
        log.pause(true);

        assertThat(claim()).isEmpty();
        settle(Verdict.COMPLETE, inFlight);
        assertThat(log.cursor().position()).isEqualTo(1);
        log.pause(false);
        assertThat(ids(claim())).containsExactly("2");
    }

    @Test
    void eventsOfOtherTopicsMoveTheCursorLazily() throws SourceException {
        LogFixture.Writer writer = log.begin();
        writer.appendOther();
        writer.commit();
        assertThat(claim()).isEmpty();
        assertThat(log.cursor().position()).isZero();

        follower.recover(owner);

        assertThat(log.cursor().position()).isEqualTo(1);
    }
}
