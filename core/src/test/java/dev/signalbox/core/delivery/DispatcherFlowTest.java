package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much is fetched and sent, and when. */
class DispatcherFlowTest {
    private static String[] ungrouped(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "_" + i).toArray(String[]::new);
    }

    @Test
    void headsOfManyGroupsShareABatch() {
        String[] heads = IntStream.range(0, 250)
                .mapToObj(i -> "g" + (char) ('a' + i % 26) + (char) ('a' + i / 26) + "1")
                .toArray(String[]::new);
        var driver = DispatcherSettingsFixture.block().batch(100).outbox(heads);

        assertThat(driver.inFlightIds()).extracting(List::size).containsExactly(100, 100, 50);
    }

    @Test
    void fetchesAtOnceWhileThereIsMore() {
        var driver =
                DispatcherSettingsFixture.block().buffer(1_000, 1_000_000, 10).outbox(ungrouped(95));

        assertThat(driver.fetches).isEqualTo(10);
        assertThat(driver.inFlightIds().stream().mapToInt(List::size).sum()).isEqualTo(95);
    }

    @Test
    void waitsForThePollIntervalWhenThereWasNoMore() {
        var driver = DispatcherSettingsFixture.block().outbox("_1");
        driver.receiver = send -> Answer.DELIVERED;
        driver.insert("_2");

        driver.pass(Duration.ofMillis(999));
        assertThat(driver.fetches).isEqualTo(1);
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.fetches).isEqualTo(2);
        assertThat(driver.done()).containsExactly("_2");
    }

    @Test
    void aWakeUpFetchesAtOnce() {
        var driver =
                DispatcherSettingsFixture.block().pollEvery(Duration.ofHours(1)).outbox();
        driver.insert("_1");

        driver.dispatcher.wake();
        driver.run();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void aLongGroupIsFetchedOnWithoutWaitingForThePollInterval() {
        String[] rows = IntStream.rangeClosed(1, 100).mapToObj(i -> "a" + i).toArray(String[]::new);
        var driver = DispatcherSettingsFixture.block()
                .batch(10)
                .pollEvery(Duration.ofHours(1))
                .outbox(rows);

        driver.answerAll(OK);

        assertThat(driver.done()).containsExactly(rows);
    }

    @Test
    void aSourceThatFailsIsAskedEverMoreSlowlyWhateverTheHurry() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.fetchFails = true;

        for (int i = 0; i < 6_000; i++) {
            driver.pass(Duration.ofMillis(10));
            driver.dispatcher.wake();
            driver.run();
        }
        assertThat(driver.fetches).isBetween(15, 25);

        driver.fetchFails = false;
        driver.insert("_1");
        driver.pass(Duration.ofSeconds(4));
        assertThat(driver.inFlightIds()).hasSize(1);
    }

    @Test
    void aFetchWhoseAnswerWasLostIsFollowedByARecovery() {
        var driver = DispatcherSettingsFixture.block()
                .maintenance(Duration.ofHours(1), Duration.ZERO)
                .outbox();
        driver.fetchFails = true;
        driver.emitted.clear();

        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.emitted).filteredOn(Command.Recover.class::isInstance).hasSize(1);
    }

    @Test
    void aRecoveryThatWasUnderWayDoesNotCountForAFetchThatFailedMeanwhile() {
        var driver = DispatcherSettingsFixture.block()
                .maintenance(Duration.ofMinutes(10), Duration.ZERO)
                .outbox();
        driver.holdsFetches = true;
        driver.pass(Duration.ofMillis(599_500));
        driver.holdsFetches = false;
        driver.at(driver.now() + Duration.ofSeconds(1).toNanos());
        var recover = (Command.Recover) driver.advance().getFirst();

        var fetch = Objects.requireNonNull(driver.heldFetch);
        driver.dispatcher.fetchFailed(fetch, driver.now());
        driver.dispatcher.recovered(recover, RecoveryResult.NOTHING, driver.now());

        assertThat(driver.advance()).anyMatch(Command.Recover.class::isInstance);
    }

    @Test
    void neverHoldsMoreMessagesThanThereIsRoomFor() {
        var driver = DispatcherSettingsFixture.block()
                .batch(5)
                .requests(3)
                .buffer(20, 1_000_000, 500)
                .outbox(ungrouped(100));

        assertThat(driver.claimed()).hasSize(20);
        int fetches = driver.fetches;
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.fetches).as("nothing is fetched while full").isEqualTo(fetches);
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(100);
    }

    @Test
    void neverHoldsMoreBytesThanThereIsRoomFor() {
        var driver = DispatcherSettingsFixture.block()
                .batch(1)
                .requests(1)
                .buffer(100, 1_024, 500)
                .outbox();
        for (int i = 1; i <= 50; i++) {
            driver.outbox.insert("_" + i).size(250);
        }
        driver.dispatcher.wake();
        driver.run();

        assertThat(driver.claimed()).hasSize(4);
        int fetches = driver.fetches;
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.fetches).isEqualTo(fetches);
        driver.receiver = send -> Answer.DELIVERED;
        driver.answer(OK);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.done()).hasSize(50);
    }

    @Test
    void aMessageLargerThanTheBufferIsDeliveredByItself() {
        var driver = DispatcherSettingsFixture.block().buffer(100, 1_000, 500).outbox();
        driver.checksBytes = false;
        driver.outbox.insert("_1").size(5_000);
        driver.insert("_2");
        driver.receiver = send -> Answer.DELIVERED;

        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.batches).containsExactly(List.of("_1"), List.of("_2"));
    }

    @Test
    void aBatchKeepsTheLimitsOfTheSink() {
        var driver = DispatcherSettingsFixture.block().batch(3).batchBytes(100).outbox();
        for (int i = 1; i <= 4; i++) {
            driver.outbox.insert("_" + i).size(40);
        }
        driver.outbox.insert("_5").size(500);
        driver.dispatcher.wake();
        driver.run();

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1", "_2"), List.of("_3", "_4"), List.of("_5"));
    }

    @Test
    void neverHasMoreRequestsUnderWayThanAllowed() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(3).outbox(ungrouped(10));

        assertThat(driver.inFlightIds()).hasSize(3);
        driver.answer(OK);
        assertThat(driver.inFlightIds()).hasSize(3);
    }

    @Test
    void idleCostsOneWakeUpPerPoll() {
        var driver = DispatcherSettingsFixture.block().outbox();
        int wakeUps = 0;
        long end = driver.now() + Duration.ofMinutes(5).toNanos();
        while (driver.dispatcher.nextWakeup() < end) {
            driver.toNextWakeup();
            wakeUps++;
        }

        assertThat(wakeUps).isBetween(290, 310);
    }

    @Test
    void aFullBufferCostsNoWakeUps() {
        var driver = DispatcherSettingsFixture.block()
                .batch(1)
                .requests(1)
                .buffer(10, 1_000_000, 500)
                .outbox(ungrouped(20));
        int wakeUps = 0;
        long end = driver.now() + Duration.ofMinutes(5).toNanos();
        while (driver.dispatcher.nextWakeup() < end) {
            driver.toNextWakeup();
            wakeUps++;
        }

        assertThat(wakeUps).as("the chores' only").isLessThan(6);
    }

    @Test
    void nothingIsFetchedBeforeTheFirstRecovery() {
        var driver = new DispatcherDriver(
                DispatcherSettingsFixture.block().settings(),
                new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {}));
        driver.own();

        assertThat(driver.advance()).hasOnlyElementsOfType(Command.Recover.class);
        driver.pass(Duration.ofMinutes(5));
        assertThat(driver.fetches).isZero();
    }

    @Test
    void sweepsInItsTimeAndNotAtAllIfNotAskedTo() {
        var sweeping = DispatcherSettingsFixture.block()
                .maintenance(Duration.ofHours(1), Duration.ofMinutes(1))
                .outbox();
        var keeping = DispatcherSettingsFixture.block().outbox();
        sweeping.pass(Duration.ofMinutes(10));
        keeping.pass(Duration.ofMinutes(10));

        assertThat(sweeping.emitted).filteredOn(Command.Sweep.class::isInstance).hasSize(11);
        assertThat(keeping.emitted).noneMatch(Command.Sweep.class::isInstance);
    }

    @Test
    void heldGroupsAndMessagesAreNamedToTheSource() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "_1");
        driver.answer("a1", ERROR);
        driver.answer("_1", ERROR);
        driver.emitted.clear();
        driver.dispatcher.wake();
        driver.run();

        var fetch = (Command.Fetch) driver.emitted.getFirst();
        assertThat(fetch.request().heldGroups()).containsExactly("a");
        assertThat(fetch.request().heldMessages()).containsExactly("_1");
    }

    @Test
    void whatWasGivenBackInAnOutageIsNotFetchedBeforeItsProbe() {
        var driver = DispatcherSettingsFixture.block().outbox("_1", "_2");
        driver.receiver = send -> new Answer.Whole(DOWN);
        driver.answer(DOWN);
        driver.pass(Duration.ofMinutes(1));
        int fetches = driver.fetches;

        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.fetches - fetches).isBetween(14, 30);
    }
}
