package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.relay.SharedPermits;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Relays that share a destination. */
class DispatcherPermitsTest {
    private int quietWoken;

    private static String[] ungrouped(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "_" + i).toArray(String[]::new);
    }

    @Test
    void aQuietRelayGetsTheNextPermitAfterWhoAskedBeforeIt() {
        var shared = new SharedPermits(2);
        var busy = DispatcherSettingsFixture.block()
                .batch(1)
                .permits(shared.share(() -> {}))
                .outbox(ungrouped(100));
        var quiet = DispatcherSettingsFixture.block()
                .batch(1)
                .permits(shared.share(() -> quietWoken++))
                .outbox("_1");
        assertThat(busy.inFlightIds()).hasSize(2);
        assertThat(quiet.inFlightIds()).isEmpty();

        busy.answer(OK);
        assertThat(quietWoken).as("the busy one had asked first").isZero();
        busy.answer(OK);
        assertThat(quietWoken).isEqualTo(1);
        quiet.run();
        assertThat(quiet.inFlightIds()).containsExactly(List.of("_1"));
        assertThat(busy.inFlightIds()).hasSize(1);

        quiet.answer(OK);
        busy.run();
        assertThat(busy.inFlightIds()).hasSize(2);
    }

    @Test
    void aPermitThatIsNotWantedAnyMoreGoesToTheOther() {
        var shared = new SharedPermits(1);
        var first = DispatcherSettingsFixture.block()
                .permits(shared.share(() -> {}))
                .outbox("_1");
        var second = DispatcherSettingsFixture.block()
                .permits(shared.share(() -> {}))
                .outbox("_1");
        var third = DispatcherSettingsFixture.block()
                .permits(shared.share(() -> {}))
                .outbox("_1");

        second.dispatcher.lost();
        second.run();
        first.answer(OK);
        third.run();
        assertThat(third.inFlightIds()).hasSize(1);
    }

    @Test
    void aProbeThatGetsNoPermitWaitsWithoutSpinning() {
        var shared = new SharedPermits(1);
        var first = DispatcherSettingsFixture.block()
                .batch(1)
                .permits(shared.share(() -> {}))
                .outbox("_1");
        first.answer(DOWN);
        var second = DispatcherSettingsFixture.block()
                .batch(1)
                .permits(shared.share(() -> {}))
                .outbox("_1");

        int fetches = first.fetches;
        first.pass(Duration.ofMinutes(1));
        assertThat(first.fetches - fetches)
                .as("what it cannot send it does not fetch again")
                .isLessThan(3);
        assertThat(first.batches).as("the other relay has the only permit").hasSize(1);
        second.answer(OK);
        first.pass(Duration.ofSeconds(5));
        assertThat(first.batches).hasSize(2);
    }
}
