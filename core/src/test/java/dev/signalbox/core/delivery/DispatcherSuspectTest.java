package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Suspicion.Level;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that may have crashed the process that sent them. */
class DispatcherSuspectTest {
    private static DispatcherDriver fetched(DispatcherDriver driver) {
        driver.dispatcher.wake();
        driver.run();
        return driver;
    }

    @Test
    void aSuspectIsSentAloneAndRecordedBefore() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.outbox.insert("_1").suspect(Level.HELD, 0);
        driver.insert("_2", "_3");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2", "_3"));
        assertThat(driver.sendOf("_1").announced()).isTrue();
        assertThat(driver.sendOf("_2").announced()).isFalse();
    }

    @Test
    void whatWasInFlightAtADeathIsSentWithNothingElseInFlightUntilThatIsRecorded() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1");
        driver.outbox.insert("_2").suspect(Level.IN_FLIGHT, 1);
        driver.insert("_3");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("_2"));
        driver.holdsSettlements = true;
        driver.answer(OK);
        assertThat(driver.inFlightIds()).isEmpty();
        driver.settle();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_3"));
    }

    @Test
    void aSuspectGoesBackAtOnceWhenTheDestinationIsDown() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.outbox.insert("_1").suspect(Level.IN_FLIGHT, 0);
        fetched(driver);

        driver.answer(DOWN);
        assertThat(driver.pending()).containsExactly("_1");
        assertThat(driver.attempts("_1")).isZero();
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void anExclusiveProbeWaitsForWhatIsInFlightWithoutSpinning() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("_1", "_2");
        driver.outbox.insert("_3").suspect(Level.IN_FLIGHT, 0);
        fetched(driver);
        driver.answer("_1", DOWN);
        driver.pass(Duration.ofSeconds(30));

        assertThat(driver.inFlightIds()).contains(List.of("_2"));
        assertThat(driver.inFlightIds()).doesNotContain(List.of("_3"));
    }

    @Test
    void aMessageThatEndedTooManyProcessesIsDeadLetteredUnsent() {
        var driver = DispatcherSettingsFixture.block().maxRetries(2).outbox();
        driver.outbox.insert("a1").suspect(Level.IN_FLIGHT, 3);
        driver.outbox.insert("b1").suspect(Level.IN_FLIGHT, 2);
        driver.insert("a2");
        fetched(driver);
        driver.answerAll(OK);

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.done()).containsExactly("b1", "a2");
        assertThat(driver.batches).noneMatch(batch -> batch.contains("a1"));
    }
}
