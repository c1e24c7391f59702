package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a dispatcher knows about one of its messages. */
class DispatcherExplainTest {
    @Test
    void aMessageIsFollowedFromTheQueueToItsRecord() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2", "_1");
        driver.pass(Duration.ofMillis(20));

        assertThat(explain(driver, "a1", "a").stage()).isEqualTo(MessageLocation.Stage.IN_FLIGHT);
        assertThat(explain(driver, "a1", "a").sentFor()).isEqualTo(Duration.ofMillis(20));
        assertThat(explain(driver, "a2", "a").stage()).isEqualTo(MessageLocation.Stage.QUEUED);
        assertThat(explain(driver, "zz", null).stage()).isEqualTo(MessageLocation.Stage.ABSENT);
        assertThat(explain(driver, "a2", "a").dispatcher())
                .isEqualTo(new MessageLocation.DispatcherState(true, false, false));

        driver.holdsSettlements = true;
        driver.answer("a1", OK);
        assertThat(explain(driver, "a1", "a").stage()).isEqualTo(MessageLocation.Stage.RECORDING);
        assertThat(explain(driver, "a2", "a").stage()).isEqualTo(MessageLocation.Stage.QUEUED);
    }

    @Test
    void aFailureHoldsTheGroupUntilItsNextAttempt() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2", "_1");
        driver.answer("a1", ERROR);
        driver.pass(Duration.ofMillis(400));

        assertThat(explain(driver, "a1", "a").waitsFor()).isEqualTo(Duration.ofMillis(600));
        assertThat(explain(driver, "a2", "a").waitsFor()).isEqualTo(Duration.ofMillis(600));
        assertThat(explain(driver, "a2", "a").stage()).isEqualTo(MessageLocation.Stage.ABSENT);
        assertThat(explain(driver, "_1", null).waitsFor()).isNull();
    }

    @Test
    void withoutOrderOnlyTheMessageItselfWaits() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox("a1", "a2");
        driver.answer("a1", ERROR);

        assertThat(explain(driver, "a1", "a").waitsFor()).isEqualTo(Duration.ofSeconds(1));
        assertThat(explain(driver, "a2", "a").waitsFor()).isNull();
    }

    @Test
    void anOutageIsToldWithItsNextProbe() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1");
        driver.answer("a1", DOWN);
        driver.pass(Duration.ofMillis(100));

        MessageLocation.Outage outage =
                Objects.requireNonNull(explain(driver, "a1", "a").outage());
        assertThat(outage.since()).isEqualTo(Duration.ofMillis(100));
        assertThat(outage.nextProbe()).isEqualTo(Duration.ofMillis(400));
        assertThat(outage.reason()).isNotBlank();
    }

    @Test
    void whatIsNotOursIsNotOwnedAndAPauseIsTold() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1");
        driver.dispatcher.pause(true, driver.now());
        assertThat(explain(driver, "a1", "a").dispatcher())
                .isEqualTo(new MessageLocation.DispatcherState(true, true, false));

        driver.dispatcher.owned(DispatcherDriver.ME, driver.now() + 1, Shards.of(Shards.shardOf("b")), driver.now());
        assertThat(explain(driver, "a1", "a").dispatcher().owned()).isFalse();
        assertThat(driver.dispatcher
                        .explain("b1", "b", Shards.shardOf("b"), driver.now() + 2)
                        .dispatcher()
                        .owned())
                .as("the lease is not trusted any more")
                .isFalse();
        driver.dispatcher.lost();
        assertThat(explain(driver, "b1", "b").dispatcher().owned()).isFalse();
    }

    private static MessageLocation explain(DispatcherDriver driver, String id, @Nullable String group) {
        return driver.dispatcher.explain(id, group, Shards.shardOf(group == null ? id : group), driver.now());
    }
}
