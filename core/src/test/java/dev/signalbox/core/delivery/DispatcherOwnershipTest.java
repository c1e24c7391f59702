package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Losing the relay, and stopping. */
class DispatcherOwnershipTest {
    /** Counts taken and returned permits. */
    private static final class CountedPermits implements Permits {
        int taken;

        @Override
        public boolean tryAcquire() {
            taken++;
            return true;
        }

        @Override
        public void release() {
            taken--;
        }

        @Override
        public void wantNoMore() {
            // Every requested permit was granted.
        }

        @Override
        public boolean tryTakeTurn() {
            return true;
        }

        @Override
        public void endTurn() {
            // There is no other relay.
        }

        @Override
        public boolean tryBeAlone() {
            return false;
        }

        @Override
        public boolean isAwaited() {
            return false;
        }

        @Override
        public void endAlone() {
            // It never is.
        }
    }

    @Test
    void losingTheRelayDropsEverythingAndIgnoresLateAnswers() {
        var permits = new CountedPermits();
        var driver = DispatcherSettingsFixture.block()
                .batch(1)
                .requests(1)
                .permits(permits)
                .outbox("a1", "a2");
        driver.dispatcher.lost();
        driver.emitted.clear();

        assertThat(driver.dispatcher.status().held()).isZero();
        assertThat(permits.taken).isEqualTo(1);
        driver.answer("a1", OK);
        driver.pass(Duration.ofMinutes(1));

        assertThat(driver.emitted).isEmpty();
        assertThat(permits.taken).as("the permit came back").isZero();
        assertThat(driver.dispatcher.nextWakeup()).isEqualTo(Long.MAX_VALUE);
        assertThat(driver.dispatcher.isQuiet()).isTrue();
    }

    @Test
    void resultsOfAnEarlierLifeMeanNothing() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.holdsSettlements = true;
        driver.answer("a1", OK);
        Command.Settle late = Objects.requireNonNull(driver.heldSettle);

        driver.dispatcher.owned(
                new Incarnation("next"), driver.now() + Duration.ofDays(1).toNanos(), Shards.ALL, driver.now());
        driver.dispatcher.settled(late, SettleResult.all(Set.of("a1")), driver.now());

        assertThat(driver.recorded.lines).doesNotContain("completed a1");
        assertThat(driver.advance()).hasOnlyElementsOfType(Command.Recover.class);
    }

    @Test
    void aFetchOfAnEarlierLifeBringsNothing() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.holdsFetches = true;
        driver.pass(Duration.ofSeconds(1));
        var late = Objects.requireNonNull(driver.heldFetch);

        driver.dispatcher.owned(
                new Incarnation("next"), driver.now() + Duration.ofDays(1).toNanos(), Shards.ALL, driver.now());
        var claimResult = new ClaimResult(List.of(driver.outbox.insert("_1").message()), true);
        driver.dispatcher.fetched(late, claimResult, driver.now());

        assertThat(driver.dispatcher.status().held()).isZero();
    }

    @Test
    void nothingIsSentOrFetchedOnceTheLeaseIsNotTrusted() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("_1", "_2");
        driver.trustFor(Duration.ofSeconds(5));
        driver.pass(Duration.ofSeconds(5));
        driver.emitted.clear();

        driver.answer("_1", OK);
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.done()).as("settling is fenced by the database").containsExactly("_1");
        assertThat(driver.emitted).noneMatch(it -> it instanceof Command.Send || it instanceof Command.Fetch);

        driver.trustFor(Duration.ofSeconds(5));
        driver.run();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_2"));
        assertThat(driver.inFlight.getFirst().notAfter())
                .isEqualTo(driver.now() + Duration.ofSeconds(5).toNanos());
    }

    @Test
    void aLeaseThatIsNotTrustedCostsNoWakeUps() {
        for (Outcome outcome : List.of(OK, DOWN)) {
            var driver = DispatcherSettingsFixture.block().outbox("_1", "_2");
            driver.answer(outcome);
            driver.trustFor(Duration.ofSeconds(5));
            driver.receiver = send -> new Answer.Whole(outcome);
            driver.pass(Duration.ofSeconds(10));

            assertThat(driver.toNextWakeup()).isGreaterThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aBatchThatWasNotSentIsGivenBackAndComesAgainAfterASecond() {
        var driver =
                DispatcherSettingsFixture.block().pollEvery(Duration.ofHours(1)).outbox("a1", "a2", "_1");

        driver.notSent("a1");
        assertThat(driver.pending()).containsExactly("a1", "a2", "_1");
        assertThat(driver.attempts("a1")).isZero();
        driver.pass(Duration.ofMillis(999));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "a2", "_1"));
    }

    @Test
    void aStopLetsInFlightMessagesFinishAndReleasesTheRest() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("a1", "a2", "b1", "c1");

        driver.dispatcher.stop(driver.now());
        driver.run();
        assertThat(driver.pending()).containsExactly("c1");
        assertThat(driver.dispatcher.isQuiet()).isFalse();

        driver.answer("a1", OK);
        driver.answer("b1", ERROR);
        assertThat(driver.dispatcher.isQuiet()).isTrue();
        assertThat(driver.done()).containsExactly("a1");
        assertThat(driver.pending()).containsExactly("a2", "b1", "c1");
        assertThat(driver.dispatcher.nextWakeup()).isGreaterThan(driver.now());
        driver.pass(Duration.ofMinutes(5));
        assertThat(driver.batches).hasSize(2);
    }

    @Test
    void aStopNamesWhatWasNotAnswered() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("a1", "b1");

        driver.dispatcher.stop(driver.now());
        driver.answer("a1", SILENT);
        driver.answer("b1", OK);

        assertThat(driver.dispatcher.isQuiet()).isTrue();
        assertThat(driver.pending()).containsExactly("a1");
        assertThat(driver.dispatcher.unrecorded()).containsExactly("a1");
    }

    @Test
    void whatIsClaimedWhileStoppingIsGivenBack() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.holdsFetches = true;
        driver.pass(Duration.ofSeconds(1));
        driver.insert("_1", "_2");
        driver.dispatcher.stop(driver.now());
        driver.run();
        assertThat(driver.dispatcher.isQuiet()).isFalse();

        var fetch = Objects.requireNonNull(driver.heldFetch);
        driver.dispatcher.fetched(fetch, driver.outbox.claim(fetch.request()), driver.now());
        driver.run();
        assertThat(driver.pending()).containsExactly("_1", "_2");
        assertThat(driver.dispatcher.isQuiet()).isTrue();
    }

    @Test
    void aStopDuringAnOutageReleasesEverything() {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "a2", "_1");
        driver.answer(DOWN);

        driver.dispatcher.stop(driver.now());
        driver.run();
        assertThat(driver.pending()).hasSize(3);
        assertThat(driver.dispatcher.isQuiet()).isTrue();
    }

    @Test
    void whatMayArriveTwiceAfterAStopIsNamed() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(3).outbox("_1", "_2", "_3");
        driver.settleFails = true;

        driver.answer("_1", OK);
        driver.answer("_2", ERROR);
        driver.dispatcher.stop(driver.now());
        driver.pass(Duration.ofSeconds(30));

        assertThat(driver.dispatcher.isQuiet()).isFalse();
        assertThat(driver.dispatcher.unrecorded()).containsExactlyInAnyOrder("_1", "_3");
    }
}
