package dev.signalbox.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.Routes.Route;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is sent to which cluster, and what follows from the answers. */
class RoutedBatchTest {
    private static final Outcome OK = Outcome.DELIVERED;
    private static final Outcome UNTRIED = Outcome.NOT_ATTEMPTED;
    private static final Outcome DOWN = new Outcome.Unavailable("connection refused");
    private static final Outcome BAD = new Outcome.Rejected("too odd");
    private static final Outcome ERROR = new Outcome.Failed("disk full");
    private static final Outcome.Postponed AWAY = new Outcome.Postponed("connection refused", Duration.ofSeconds(3));

    private static final Routes ROUTES = routes();

    private Map<String, Set<String>> delivered = Map.of();
    private Map<String, Outcome.Postponed> away = Map.of();
    private Map<String, Set<String>> owed = Map.of();
    private Map<String, Set<String>> awaited = Map.of();

    private static Routes routes() {
        Map<Glob, Route> rules = new LinkedHashMap<>();
        rules.put(new Glob("Eu"), new Route(List.of("eu"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new Glob("Us"), new Route(List.of("us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new Glob("All"), new Route(List.of("eu", "us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new Glob("One"), new Route(List.of("eu", "us"), List.of(), Route.Strategy.AT_LEAST_ONE));
        rules.put(new Glob("Audited"), new Route(List.of("eu"), List.of("audit"), Route.Strategy.ALL_MUST_SUCCEED));
        return new Routes(rules);
    }

    private RoutedBatch batch(String... messages) {
        return new RoutedBatch(
                RoutedMessageFixtures.of(messages),
                ROUTES,
                new RoutedBatch.KnownDeliveries(delivered, away, owed, awaited));
    }

    private static Map<String, List<String>> ids(Map<String, List<Message>> messages) {
        Map<String, List<String>> ids = new LinkedHashMap<>();
        messages.forEach((cluster, each) ->
                ids.put(cluster, each.stream().map(Message::id).toList()));
        return ids;
    }

    private static void answer(RoutedBatch batch, String cluster, Outcome outcome) {
        batch.answered(
                cluster,
                Collections.nCopies(
                        batch.sends().getOrDefault(cluster, List.of()).size(), outcome));
    }

    private static Outcome later(String reason, Duration retryAfter) {
        return new Outcome.Postponed(reason, retryAfter);
    }

    @Test
    void everyClusterGetsItsOwnInTheOrderOfTheBatch() {
        RoutedBatch batch = batch("_1:Eu", "_2:Us", "_3:All", "_4:Eu");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("eu", List.of("_1", "_3", "_4"), "us", List.of("_2", "_3")));
        answer(batch, "eu", OK);
        answer(batch, "us", OK);
        assertThat(batch.outcomes()).containsOnly(OK).hasSize(4);
        assertThat(batch.progress()).isEmpty();
        assertThat(batch.owed()).isEmpty();
        assertThat(batch.finished()).isEmpty();
    }

    @Test
    void aTypeWithoutARouteIsRefusedWithTheReasonAndHoldsUpNoOther() {
        RoutedBatch batch = batch("a1:Strange", "a2:Eu");
        answer(batch, "eu", OK);

        assertThat(batch.outcomes())
                .containsExactly(Outcome.Rejected.unsent("there is no route for messages of type 'Strange'"), OK);
    }

    @Test
    void whatOneOfTwoClustersHasIsRecordedAndGoesOnlyToTheOtherNextTime() {
        RoutedBatch first = batch("_1:All");
        answer(first, "eu", OK);
        answer(first, "us", DOWN);
        assertThat(first.outcomes()).containsExactly(later("us: connection refused", RoutedBatch.SOON));
        assertThat(first.progress()).isEqualTo(Map.of("_1", Set.of("eu")));

        delivered = first.progress();
        RoutedBatch second = batch("_1:All");
        assertThat(ids(second.sends())).isEqualTo(Map.of("us", List.of("_1")));
        answer(second, "us", OK);
        assertThat(second.outcomes()).containsExactly(OK);
        assertThat(second.finished()).containsExactly("_1");
    }

    @Test
    void aClusterThatIsAwayHoldsUpWhatNeedsItAndNothingElse() {
        away = Map.of("us", AWAY);
        RoutedBatch batch = batch("_1:All", "_2:Eu", "_3:Us");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("eu", List.of("_2")));
        answer(batch, "eu", OK);
        Outcome later = later("us: connection refused", Duration.ofSeconds(3));
        assertThat(batch.outcomes()).containsExactly(later, OK, later);
    }

    @Test
    void whatFollowsInAGroupWaitsForWhatIsNotSent() {
        away = Map.of("us", AWAY);
        RoutedBatch batch = batch("a1:Us", "a2:Eu", "b1:Eu");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("eu", List.of("b1")));
        answer(batch, "eu", OK);
        assertThat(batch.outcomes())
                .containsExactly(later("us: connection refused", Duration.ofSeconds(3)), UNTRIED, OK);
    }

    @Test
    void messagesOfAGroupWithDifferentRoutesDoNotGoTogether() {
        RoutedBatch batch = batch("a1:Us", "a2:Us", "a3:Eu", "a4:Us");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("us", List.of("a1", "a2")));
        answer(batch, "us", OK);
        assertThat(batch.outcomes()).containsExactly(OK, OK, UNTRIED, UNTRIED);
    }

    @Test
    void aMessageOfSeveralClustersGoesWithoutOthersOfItsGroup() {
        RoutedBatch batch = batch("a1:All", "a2:All", "b1:All", "c1:Audited", "c2:Audited", "d1:One", "d2:One");

        assertThat(ids(batch.sends()))
                .isEqualTo(Map.of(
                        "eu", List.of("a1", "b1", "c1", "d1"),
                        "us", List.of("a1", "b1", "d1"),
                        "audit", List.of("c1")));
        answer(batch, "eu", OK);
        answer(batch, "us", DOWN);
        answer(batch, "audit", OK);
        Outcome later = later("us: connection refused", RoutedBatch.SOON);
        assertThat(batch.outcomes()).containsExactly(later, UNTRIED, later, OK, UNTRIED, OK, UNTRIED);
    }

    @Test
    void aProbeOfAClusterTakesNothingElseOfTheGroupToAnother() {
        delivered = Map.of("a1", Set.of("eu"));
        RoutedBatch batch = batch("a1:All", "a2:All");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("us", List.of("a1")));
    }

    @Test
    void whatOneClusterRefusesIsRefusedAndSaysWhichClusterItWas() {
        RoutedBatch batch = batch("_1:All");
        answer(batch, "eu", OK);
        answer(batch, "us", BAD);

        assertThat(batch.outcomes()).containsExactly(new Outcome.Rejected("us: too odd"));
        assertThat(batch.progress()).isEqualTo(Map.of("_1", Set.of("eu")));
    }

    @Test
    void aFailureCountsEvenIfAnotherClusterIsAway() {
        RoutedBatch batch = batch("_1:All");
        answer(batch, "eu", ERROR);
        answer(batch, "us", DOWN);

        assertThat(batch.outcomes()).containsExactly(new Outcome.Failed("eu: disk full"));
    }

    @Test
    void oneOfTheClustersIsEnoughAndWhatTheOtherLacksIsKeptForIt() {
        RoutedBatch batch = batch("a1:One", "b1:One");
        answer(batch, "eu", OK);
        batch.answered("us", List.of(DOWN, UNTRIED));

        assertThat(batch.outcomes()).containsExactly(OK, OK);
        assertThat(ids(batch.owed())).isEqualTo(Map.of("us", List.of("a1", "b1")));
        assertThat(batch.progress()).isEmpty();
    }

    @Test
    void whatFollowsInAGroupIsKeptBehindWhatIsKeptAlready() {
        owed = Map.of("us", Set.of("a"));
        RoutedBatch batch = batch("a2:One", "b1:One");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("eu", List.of("a2", "b1"), "us", List.of("b1")));
        answer(batch, "eu", OK);
        answer(batch, "us", OK);
        assertThat(batch.outcomes()).containsExactly(OK, OK);
        assertThat(ids(batch.owed())).isEqualTo(Map.of("us", List.of("a2")));
    }

    @Test
    void whatMustReachAClusterWaitsForWhatIsKeptForIt() {
        owed = Map.of("us", Set.of("a"));
        RoutedBatch batch = batch("a2:All", "b1:Us", "a3:All");

        assertThat(ids(batch.sends())).isEqualTo(Map.of("us", List.of("b1")));
        answer(batch, "us", OK);
        assertThat(batch.outcomes())
                .containsExactly(later("us: it has yet to get what was kept for it", RoutedBatch.SOON), OK, UNTRIED);
    }

    @Test
    void ifNoClusterCanBeReachedItWaits() {
        away = Map.of("us", AWAY, "eu", AWAY);
        RoutedBatch batch = batch("a1:One", "a2:One");

        assertThat(batch.sends()).isEmpty();
        assertThat(batch.outcomes()).containsExactly(later("eu: connection refused", Duration.ofSeconds(3)), UNTRIED);
        assertThat(batch.owed()).isEmpty();
    }

    @Test
    void whatEveryClusterRefusesIsRefused() {
        RoutedBatch batch = batch("_1:One");
        answer(batch, "eu", BAD);
        answer(batch, "us", BAD);

        assertThat(batch.outcomes()).containsExactly(new Outcome.Rejected("eu: too odd"));
    }

    @Test
    void aClusterThatHasNotAnsweredYetIsWaitedForBeforeAnythingIsKeptForIt() {
        RoutedBatch first = batch("_1:One");
        answer(first, "eu", OK);
        first.late("us");
        Outcome later = later("us: it has not answered yet", Duration.ofMillis(250));
        assertThat(first.outcomes()).containsExactly(later);
        assertThat(first.progress()).isEqualTo(Map.of("_1", Set.of("eu")));
        assertThat(first.owed()).isEmpty();

        delivered = first.progress();
        awaited = Map.of("us", Set.of("_1"));
        assertThat(batch("_1:One").outcomes()).containsExactly(later);

        awaited = Map.of();
        delivered = Map.of("_1", Set.of("eu", "us"));
        RoutedBatch last = batch("_1:One");
        assertThat(last.sends()).isEmpty();
        assertThat(last.outcomes()).containsExactly(OK);
        assertThat(last.finished()).containsExactly("_1");
    }

    @Test
    void whatWasSentAndNotAnsweredIsNotSentAgain() {
        awaited = Map.of("us", Set.of("a1"));
        RoutedBatch batch = batch("a1:All", "a2:All");

        assertThat(batch.sends()).isEmpty();
        assertThat(batch.outcomes())
                .containsExactly(later("us: it has not answered yet", Duration.ofMillis(250)), UNTRIED);
    }

    @Test
    void anOptionalClusterIsSentItAndNeverMatters() {
        RoutedBatch batch = batch("_1:Audited");
        assertThat(ids(batch.sends())).isEqualTo(Map.of("eu", List.of("_1"), "audit", List.of("_1")));
        assertThat(batch.isAwaited("audit")).isFalse();
        answer(batch, "eu", OK);
        answer(batch, "audit", DOWN);
        assertThat(batch.outcomes()).containsExactly(OK);

        away = Map.of("audit", AWAY);
        RoutedBatch without = batch("_1:Audited");
        assertThat(ids(without.sends())).isEqualTo(Map.of("eu", List.of("_1")));
        without.late("audit");
        answer(without, "eu", OK);
        assertThat(without.outcomes()).containsExactly(OK);
    }
}
