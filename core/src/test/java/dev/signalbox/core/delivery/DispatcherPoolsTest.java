package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutletsFixture.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Outlets that share limits. */
class DispatcherPoolsTest {
    private final OutletsFixture outlets = new OutletsFixture();

    private DispatcherDriver driver() {
        DispatcherDriver driver = outlets.driver();
        driver.receiver = _ -> new Answer.Whole(OK);
        return driver;
    }

    private static Set<Long> inFlight(DispatcherDriver driver) {
        Set<Long> numbers = new HashSet<>();
        driver.inFlight.forEach(send -> numbers.add(send.batch().getFirst().outlet()));
        return numbers;
    }

    private static Command.Fetch lastFetch(DispatcherDriver driver) {
        return driver.emitted.stream()
                .filter(Command.Fetch.class::isInstance)
                .map(Command.Fetch.class::cast)
                .toList()
                .getLast();
    }

    @Test
    void aPoolIsSharedInTurnsAndTheLowerRankGoesFirst() {
        outlets.rank(1, 3).rank(2, 0).rank(3, 3).pool(new PoolLimits.Pool(1, PoolLimits.Pool.UNLIMITED));
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 4);
        driver.run();
        insert(driver, 3, 4);
        insert(driver, 2, 2);
        driver.run();
        assertThat(inFlight(driver)).containsExactly(1L);
        var state =
                driver.dispatcher.explain("_200000", null, 0, 2, driver.now()).outlet();
        assertThat(state.waitsForPool()).isTrue();
        assertThat(state.startsIn()).as("when the request in flight ends").isNull();

        driver.answer(OK);
        assertThat(inFlight(driver)).containsExactly(2L);
        driver.answer(OK);
        assertThat(inFlight(driver)).containsExactly(2L);
        driver.answerAll(OK);

        assertThat(driver.done()).hasSize(10);
        assertThat(driver.inFlight).isEmpty();
    }

    @Test
    void anOutletThatWaitsBehindOneOfAHigherRankKeepsItsTurn() {
        outlets.rank(1, 3).rank(2, 0).pool(new PoolLimits.Pool(1, PoolLimits.Pool.UNLIMITED));
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 3);
        driver.run();
        driver.holdsFetches = true;
        insert(driver, 2, 2);
        driver.run();
        driver.holdsFetches = false;

        // The request ends, so that outlet 1 asks again, and outlet 2 joins the queue before it has.
        Command.Send send = driver.inFlight.removeFirst();
        driver.dispatcher.answered(send, new Answer.Whole(OK), driver.now());
        Command.Fetch fetch = Objects.requireNonNull(driver.heldFetch);
        driver.dispatcher.fetched(fetch, driver.outbox.claim(fetch.request()), driver.now());
        driver.run();
        driver.answerAll(OK);

        assertThat(driver.done()).hasSize(5);
    }

    @Test
    void aHighRankDoesNotStarve() {
        outlets.rank(1, 10).pool(new PoolLimits.Pool(1, PoolLimits.Pool.UNLIMITED));
        DispatcherDriver driver = outlets.driver();
        insert(driver, 2, 400);
        insert(driver, 1, 1);
        driver.run();
        int sends = 0;
        while (!inFlight(driver).contains(1L)) {
            driver.pass(Duration.ofMillis(50));
            driver.answer(OK);
            assertThat(++sends).as("within a second or so").isLessThan(30);
        }
        assertThat(sends).as("not at once").isGreaterThan(10);
    }

    @Test
    void aRateIsKeptAndTheRelayWakesUpWhenItAllowsMore() {
        outlets.pool(new PoolLimits.Pool(100, 3));
        DispatcherDriver driver = driver();
        insert(driver, 1, 3);
        insert(driver, 2, 3);
        driver.run();
        long began = driver.now();
        assertThat(driver.done()).hasSize(3);
        driver.pass(Duration.ofSeconds(60));
        assertThat(driver.done()).hasSize(3);
        assertThat(driver.dispatcher.worstOutlets(driver.now()))
                .filteredOn(OutletStatus::waitsForPool)
                .hasSize(2);
        assertThat(driver.dispatcher
                        .explain("_100002", null, 0, 1, driver.now())
                        .outlet()
                        .startsIn())
                .isEqualTo(Duration.ofMillis(500));

        driver.pass(Duration.ofMillis(500));
        assertThat(driver.done()).hasSize(6);
        assertThat(driver.now()).isEqualTo(began + PoolLimits.WINDOW);
    }

    @Test
    void aFullPoolUsesItsShareOfTheBufferOnly() {
        var pool = new PoolLimits.Pool[] {new PoolLimits.Pool(1, 0)};
        outlets.startLimits = new PoolLimits(outlet -> outlet < 100 ? 1 : 0, _ -> pool[0]);
        DispatcherDriver driver = driver();
        for (long outlet = 1; outlet < 100; outlet++) {
            insert(driver, outlet, 5);
        }
        driver.run();
        insert(driver, 100, 50);
        driver.run();

        assertThat(driver.done()).hasSize(50);
        assertThat(driver.claimed()).as("what one fetch brought").hasSize(50);
        assertThat(lastFetch(driver).request().outlets().closedPools()).containsExactly(1L);

        pool[0] = new PoolLimits.Pool(2, PoolLimits.Pool.UNLIMITED);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        assertThat(driver.done()).hasSize(50 + 99 * 5);
    }

    @Test
    void aRateThatIsRaisedCountsAtOnce() {
        var pool = new PoolLimits.Pool[] {new PoolLimits.Pool(100, 1)};
        outlets.startLimits = new PoolLimits(_ -> 1, _ -> pool[0]);
        DispatcherDriver driver = driver();
        insert(driver, 1, 3);
        driver.run();
        assertThat(driver.done()).hasSize(1);

        pool[0] = new PoolLimits.Pool(100, 10);
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();

        assertThat(driver.done()).hasSize(3);
    }

    @Test
    void theEndOfARequestLetsThePoolGoOnThatItBeganIn() {
        long[] poolOfFirst = {1};
        outlets.startLimits = new PoolLimits(
                outlet -> outlet == 1 ? poolOfFirst[0] : 1, _ -> new PoolLimits.Pool(1, PoolLimits.Pool.UNLIMITED));
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 1);
        driver.run();
        insert(driver, 2, 1);
        driver.run();
        assertThat(inFlight(driver)).containsExactly(1L);

        poolOfFirst[0] = 2;
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();
        driver.answer(OK);

        assertThat(inFlight(driver)).containsExactly(2L);
    }

    @Test
    void anOutletThatGetsAnotherPoolDoesNotWaitForItsFormerOne() {
        long[] poolOfLast = {1};
        outlets.startLimits = new PoolLimits(
                outlet -> outlet == 3 ? poolOfLast[0] : 1, _ -> new PoolLimits.Pool(1, PoolLimits.Pool.UNLIMITED));
        DispatcherDriver driver = outlets.driver();
        for (long outlet = 1; outlet <= 3; outlet++) {
            insert(driver, outlet, 1);
            driver.run();
        }
        assertThat(inFlight(driver)).containsExactly(1L);

        poolOfLast[0] = 2;
        driver.dispatcher.policiesChanged(Set.of(3L), driver.now());
        driver.run();

        assertThat(inFlight(driver)).containsExactlyInAnyOrder(1L, 3L);
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(3);
    }

    @Test
    void anotherTargetHasACircuitOfItsOwn() {
        DispatcherDriver driver = outlets.driver();
        insert(driver, 1, 1);
        driver.run();
        driver.answer(DOWN);
        driver.run();
        assertThat(driver.dispatcher.status().unavailableOutlets()).isEqualTo(1);

        OutletPolicy before = outlets.of(1);
        outlets.policies.put(
                1L,
                new OutletPolicy(
                        before.ordering(),
                        before.holdExhausted(),
                        before.retry(),
                        before.sink(),
                        before.probes(),
                        before.limits(),
                        "another"));
        driver.dispatcher.policiesChanged(Set.of(1L), driver.now());
        driver.run();

        assertThat(driver.dispatcher.status().unavailableOutlets()).isZero();
        assertThat(inFlight(driver)).containsExactly(1L);
    }
}
