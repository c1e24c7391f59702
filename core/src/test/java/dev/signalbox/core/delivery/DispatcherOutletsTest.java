package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutletsFixture.USUAL_LIMITS;
import static dev.signalbox.core.delivery.OutletsFixture.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Many targets behind one relay. */
class DispatcherOutletsTest {
    private final OutletsFixture outlets = new OutletsFixture();
    private final Set<Long> dead = new HashSet<>();

    private DispatcherDriver driver() {
        DispatcherDriver driver = outlets.driver();
        driver.receiver = send -> new Answer.Whole(dead.contains(outletOf(send)) ? DOWN : OK);
        return driver;
    }

    private static long outletOf(Command.Send send) {
        return send.batch().getFirst().outlet();
    }

    private static List<Command.Fetch> fetches(DispatcherDriver driver) {
        return driver.emitted.stream()
                .filter(Command.Fetch.class::isInstance)
                .map(Command.Fetch.class::cast)
                .toList();
    }

    private static long sendsTo(DispatcherDriver driver, long outlet) {
        return driver.emitted.stream()
                .filter(it -> it instanceof Command.Send send && outletOf(send) == outlet)
                .count();
    }

    @Test
    void aDeadTargetCostsTheOthersNothing() {
        dead.add(1L);
        DispatcherDriver driver = driver();
        insert(driver, 1, 3_000);
        for (long outlet = 2; outlet < 60; outlet++) {
            insert(driver, outlet, 20);
        }
        driver.run();

        assertThat(driver.done()).as("without any time passing").hasSize(58 * 20);
        assertThat(driver.claimed()).hasSizeLessThanOrEqualTo(10);
        assertThat(driver.recorded.lines)
                .filteredOn(line -> line.startsWith("opened"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("opened 1: ");
    }

    @Test
    void aDeadTargetIsReadForProbesOnlyAndBurnsNoAttempts() {
        dead.add(1L);
        DispatcherDriver driver = driver();
        insert(driver, 1, 100);
        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.claimed()).as("released after two seconds").isEmpty();
        int before = fetches(driver).size();

        driver.pass(Duration.ofMinutes(1));

        List<Command.Fetch> later =
                fetches(driver).subList(before, fetches(driver).size());
        assertThat(later).allMatch(fetch -> fetch.request().outlets().roomOf(1) <= 1);
        assertThat(sendsTo(driver, 1)).isBetween(15L, 25L);
        assertThat(driver.pending()).hasSize(100);
        assertThat(driver.attempts("_100000")).isZero();

        dead.clear();
        driver.pass(Duration.ofSeconds(4));
        assertThat(driver.done()).hasSize(100);
        assertThat(driver.recorded.lines).contains("closed 1");
    }

    @Test
    void aSlowTargetWithALargeBacklogHoldsNoMoreThanItsShare() {
        DispatcherDriver driver = outlets.driver();
        driver.receiver = null;
        insert(driver, 1, 5_000);
        driver.run();
        assertThat(driver.inFlight).as("its own limit of requests").hasSize(2);
        assertThat(driver.claimed()).hasSize(10);

        for (long outlet = 2; outlet < 40; outlet++) {
            insert(driver, outlet, 1);
        }
        driver.run();
        while (driver.inFlight.size() > 2) {
            driver.inFlight.stream()
                    .filter(send -> outletOf(send) != 1)
                    .findFirst()
                    .ifPresent(send -> driver.answer(send.batch().getFirst().id(), OK));
        }

        assertThat(driver.done()).hasSize(38);
        assertThat(driver.claimed()).hasSize(10);
    }

    @Test
    void aBacklogIsFetchedAsItIsDelivered() {
        DispatcherDriver driver = driver();
        insert(driver, 1, 600);
        driver.run();

        assertThat(driver.done()).as("nothing waits for the next poll").hasSize(600);
        assertThat(driver.fetches).isLessThan(200);
    }

    @Test
    void outletsTakeTurns() {
        outlets.requests(1);
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 8);
        insert(driver, 2, 8);
        insert(driver, 3, 8);
        driver.run();
        driver.answerAll(OK);

        List<Long> order = driver.emitted.stream()
                .filter(Command.Send.class::isInstance)
                .map(it -> outletOf((Command.Send) it))
                .toList();
        for (int i = 0; i + 3 <= 24; i += 3) {
            assertThat(order.subList(i, i + 3)).containsExactlyInAnyOrder(1L, 2L, 3L);
        }
    }

    @Test
    void aGroupIsThatOfItsOutletAndFollowsItsOrdering() {
        outlets.ordering(2, Ordering.SKIP);
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, "a1", "a2");
        insert(driver, 2, "a3", "a4");
        insert(driver, 3, "a5", "a6");
        driver.run();
        driver.answer("a1", ERROR);
        driver.answer("a3", ERROR);
        driver.answer("a5", OK);

        assertThat(driver.inFlightIds()).containsExactlyInAnyOrder(List.of("a4"), List.of("a6"));
        driver.answerAll(OK);
        driver.pass(Duration.ofSeconds(1));
        driver.answerAll(OK);
        assertThat(driver.done()).containsExactlyInAnyOrder("a1", "a2", "a3", "a4", "a5", "a6");
        assertThat(driver.attempts("a1")).isEqualTo(1);
    }

    @Test
    void anOutletWithManyRetriesIsNotFetchedForAndTheOthersAre() {
        DispatcherDriver driver = outlets.driver();
        driver.receiver = send -> new Answer.Whole(outletOf(send) == 1 ? ERROR : OK);
        insert(driver, 1, 200);
        driver.run();
        insert(driver, 2, 200);
        driver.run();

        assertThat(driver.done()).hasSize(200);
        assertThat(driver.dispatcher.status().waiting()).isBetween(20, 30);
        assertThat(fetches(driver).getLast().request().outlets().roomOf(1)).isZero();
        driver.pass(Duration.ofSeconds(1));
        assertThat(sendsTo(driver, 1)).as("their next attempts").isGreaterThan(30);
    }

    @Test
    void aPausedOutletReleasesWhatWaitsAndIsNotFetchedForUntilItGoesOn() {
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 10);
        insert(driver, 2, 1);
        driver.run();
        outlets.paused(1, true);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        assertThat(driver.claimed()).as("in flight").hasSize(3);

        driver.answerAll(OK);
        driver.pass(Duration.ofSeconds(20));
        assertThat(driver.inFlight).isEmpty();
        assertThat(driver.done()).hasSize(3);
        assertThat(driver.pending()).hasSize(8);
        assertThat(driver.dispatcher
                        .explain("_100009", null, 0, 1, driver.now())
                        .outlet()
                        .paused())
                .isTrue();

        outlets.paused(1, false);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(11);
    }

    @Test
    void anOutletThatIsPausedBeforeItsFirstMessageSendsNothing() {
        outlets.paused(1, true);
        DispatcherDriver driver = driver();
        insert(driver, 1, 500);
        insert(driver, 2, 30);
        driver.pass(Duration.ofSeconds(30));

        assertThat(driver.done()).hasSize(30);
        assertThat(sendsTo(driver, 1)).isZero();
        assertThat(driver.recorded.lines)
                .filteredOn(line -> line.startsWith("released"))
                .hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void aNewLimitOfRequestsCountsAtOnceAndANewOrderingWhenNothingIsHeld() {
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 10);
        driver.run();
        outlets.limits(1, it -> new OutletPolicy.Limits(4, it.held(), it.postponed(), it.rank(), false));
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        assertThat(driver.inFlight).hasSize(4);

        driver.mostRequests = 4;
        outlets.ordering(1, Ordering.NONE);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        assertThat(driver.claimed()).as("what waits is released").hasSize(4);
        driver.answer(OK);
        assertThat(driver.inFlight).hasSize(3);
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(10);
    }

    @Test
    void anOutletThatHasNoTargetWhileItIsPausedGoesOnWithANewCircuit() {
        DispatcherDriver driver = outlets.driver();
        driver.receiver = _ -> new Answer.Whole(new Outcome.Throttled("busy", Duration.ofMinutes(1)));
        OutletPolicy usual = withTarget("https://example.com/", USUAL_LIMITS);
        change(driver, usual);
        insert(driver, 1, 3);
        driver.pass(Duration.ofSeconds(5));
        driver.receiver = _ -> new Answer.Whole(OK);
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).as("the target has asked for a minute").isEmpty();

        change(driver, withTarget("", USUAL_LIMITS.paused(true)));
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).isEmpty();
        change(driver, usual);
        driver.pass(Duration.ofSeconds(5));

        assertThat(driver.done()).hasSize(3);
    }

    private OutletPolicy withTarget(String target, OutletPolicy.Limits limits) {
        OutletPolicy it = outlets.usual;
        return new OutletPolicy(it.ordering(), false, it.retry(), it.sink(), it.probes(), limits, target);
    }

    private void change(DispatcherDriver driver, OutletPolicy policy) {
        outlets.policies.put(1L, policy);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
    }

    @Test
    void whatIsDoneIsForgotten() {
        DispatcherDriver driver = driver();
        for (long outlet = 1; outlet < 300; outlet++) {
            insert(driver, outlet, 2);
        }
        driver.pass(Duration.ofSeconds(5));

        assertThat(driver.done()).hasSize(598);
        assertThat(driver.dispatcher.worstOutlets(driver.now())).isEmpty();
    }

    @Test
    void openCircuitsAreRememberedUpToALimit() {
        outlets.requests(1_000);
        outlets.buffer = new DispatcherSettings.Buffer(1_000, 1_000_000, 500);
        DispatcherDriver driver = outlets.driver();
        driver.receiver = _ -> new Answer.Whole(new Outcome.Throttled("busy", Duration.ofMinutes(1)));
        for (long outlet = 1; outlet <= Outlets.MOST_REMEMBERED + 500; outlet++) {
            driver.outbox.insert("_" + outlet).outlet(outlet);
            if (outlet % 500 == 0) {
                driver.dispatcher.wake();
                driver.run();
                driver.pass(Duration.ofSeconds(2));
            }
        }

        assertThat(driver.dispatcher.status().unavailableOutlets())
                .as("those without messages, and those in the buffer")
                .isBetween(Outlets.MOST_REMEMBERED, Outlets.MOST_REMEMBERED + 1_000);
        assertThat(driver.dispatcher.worstOutlets(driver.now())).hasSize(20);
    }

    @Test
    void anotherOwnerKnowsWhichTargetsAreDead() {
        dead.add(1L);
        DispatcherDriver driver = driver();
        insert(driver, 1, 20);
        insert(driver, 2, 1);
        driver.pass(Duration.ofSeconds(3));
        driver.dispatcher.lost();
        assertThat(driver.dispatcher.status().held()).isZero();

        driver.own();
        driver.run();
        insert(driver, 2, "b1", "b2");
        driver.run();
        assertThat(driver.done()).contains("b1", "b2");
        assertThat(driver.dispatcher.status().unavailableOutlets()).isEqualTo(1);
    }

    @Test
    void aShardThatLeavesReleasesItsOutlets() {
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 10);
        insert(driver, 2, 10);
        driver.run();
        Shards left = Shards.ALL.minus(Shards.of(Shards.shardOf("outlet 1")));
        driver.dispatcher.owned(DispatcherDriver.ME, Long.MAX_VALUE, left, driver.now());
        driver.run();

        assertThat(driver.claimed()).hasSize(12);
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(12);
        assertThat(driver.dispatcher.status().drained().contains(Shards.shardOf("outlet 1")))
                .isTrue();
    }
}
