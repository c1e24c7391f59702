package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static dev.signalbox.core.delivery.OutcomeFixtures.UNTRIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that must not be sent twice. */
class DispatcherAtMostOnceTest {
    @Test
    void everySendIsRecordedBefore() {
        var driver = DispatcherSettingsFixture.block().batch(2).atMostOnce().outbox("a1", "b1", "c1");
        assertThat(driver.sendOf("a1").announced()).isTrue();
        assertThat(driver.sendOf("c1").announced()).isTrue();
    }

    @Test
    void whatMayHaveArrivedIsNotSentAgain() {
        var driver = DispatcherSettingsFixture.block().batch(4).atMostOnce().outbox("a1", "b1", "c1", "d1");
        driver.answerEach(OK, SILENT, ERROR, UNTRIED);
        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.done()).containsExactlyInAnyOrder("a1", "c1", "d1");
        assertThat(driver.failed()).containsExactly("b1");
        assertThat(driver.batches.stream().filter(batch -> batch.contains("b1")))
                .hasSize(1);
    }

    @Test
    void aSilenceOfAWholeBatchGivesUpAllOfIt() {
        var driver = DispatcherSettingsFixture.block().batch(3).atMostOnce().outbox("a1", "b1", "c1");
        driver.answer(SILENT);
        assertThat(driver.failed()).containsExactlyInAnyOrder("a1", "b1", "c1");
    }

    @Test
    void aDestinationThatHangsCostsOneMessageForEachProbe() {
        String[] ids = new String[200];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = "g" + i + "_1";
        }
        var driver = DispatcherSettingsFixture.block()
                .batch(10)
                .requests(2)
                .atMostOnce()
                .outbox(ids);
        driver.receiver = send -> new Answer.Whole(SILENT);
        driver.answerAll(SILENT);
        int lost = driver.failed().size();
        assertThat(lost).isLessThanOrEqualTo(20);
        driver.pass(Duration.ofSeconds(20));
        assertThat(driver.failed().size() - lost).isLessThanOrEqualTo(20);
        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.done().size() + driver.failed().size()).isEqualTo(200);
    }

    @Test
    void anOutageLosesNothing() {
        var driver = DispatcherSettingsFixture.block().batch(1).atMostOnce().outbox("a1", "a2");
        driver.answer(DOWN);
        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).isEqualTo(List.of("a1", "a2"));
    }
}
