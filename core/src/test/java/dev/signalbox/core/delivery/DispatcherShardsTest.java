package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a dispatcher does when shards come and go, and when it is paused. */
class DispatcherShardsTest {
    private static final int SHARD_OF_A = Shards.shardOf("a");

    private static void own(DispatcherDriver driver, Shards shards) {
        driver.dispatcher.owned(
                DispatcherDriver.ME, driver.now() + Duration.ofDays(1).toNanos(), shards, driver.now());
        driver.run();
    }

    @Test
    void asksOnlyForWhatItOwns() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.holdsFetches = true;
        own(driver, Shards.of(1, 2));
        driver.pass(Duration.ofSeconds(1));

        assertThat(Objects.requireNonNull(driver.heldFetch).request().shards()).isEqualTo(Shards.of(1, 2));
        assertThat(driver.dispatcher.status().busy())
                .as("it may bring something")
                .isEqualTo(Shards.of(1, 2));
    }

    @Test
    void aNodeWithoutShardsFetchesNothing() {
        var driver = DispatcherSettingsFixture.block().outbox();
        own(driver, Shards.NONE);
        int before = driver.fetches;
        driver.pass(Duration.ofSeconds(30));

        assertThat(driver.fetches).isEqualTo(before);
    }

    @Test
    void aShardThatLeavesIsBusyUntilItsLastRecord() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.holdsSettlements = true;

        own(driver, Shards.ALL.minus(Shards.of(SHARD_OF_A)));
        assertThat(driver.dispatcher.status().drained()).isEqualTo(Shards.NONE);

        driver.answer("a1", OK);
        assertThat(driver.batches).as("what waited is released instead").hasSize(1);
        assertThat(driver.dispatcher.status().busy()).isEqualTo(Shards.of(SHARD_OF_A));

        driver.holdsSettlements = false;
        driver.settle();
        driver.run();
        assertThat(driver.recorded.lines).contains("completed a1", "released a2");
        assertThat(driver.dispatcher.status().drained()).isEqualTo(Shards.of(SHARD_OF_A));
    }

    @Test
    void recoversBeforeItFetchesFromWhatItGained() {
        var driver = DispatcherSettingsFixture.block().outbox();
        own(driver, Shards.of(1));
        driver.emitted.clear();

        own(driver, Shards.of(1, 2));

        assertThat(driver.emitted.getFirst()).isInstanceOf(Command.Recover.class);
    }

    @Test
    void aPauseReleasesWhatWaitsAndLetsTheRestFinish() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.dispatcher.pause(true, driver.now());
        driver.answer("a1", OK);
        driver.pass(Duration.ofMinutes(1));

        assertThat(driver.recorded.lines).contains("completed a1", "released a2");
        assertThat(driver.batches).hasSize(1);
        assertThat(driver.dispatcher.status().held()).isZero();

        driver.dispatcher.pause(false, driver.now());
        driver.run();
        assertThat(driver.batches).hasSize(2);
    }

    @Test
    void looksAtWhatItGainedWithoutWaitingForAPoll() {
        var driver =
                DispatcherSettingsFixture.block().pollEvery(Duration.ofHours(1)).outbox();
        own(driver, Shards.of(1));
        driver.insert("a1");
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.batches).isEmpty();

        own(driver, Shards.of(1, SHARD_OF_A));

        assertThat(driver.batches).hasSize(1);
        assertThat(driver.emitted)
                .filteredOn(Command.Recover.class::isInstance)
                .last()
                .isEqualTo(new Command.Recover(DispatcherDriver.ME, Shards.of(SHARD_OF_A)));
    }
}
