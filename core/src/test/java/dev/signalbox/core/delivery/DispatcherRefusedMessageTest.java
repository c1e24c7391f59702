package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.throttled;
import static dev.signalbox.core.delivery.OutletsFixture.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A destination that answers some messages as if it were unavailable, and takes all others. */
class DispatcherRefusedMessageTest {
    private static final long OUTLET = 1;

    private static void refuses(DispatcherDriver driver, Outcome outcome, String... ids) {
        driver.receiver = send ->
                new Answer.Whole(Set.of(ids).contains(send.batch().getFirst().id()) ? outcome : OK);
    }

    private static Stream<Outcome> refusals() {
        return Stream.of(DOWN, throttled(Duration.ofSeconds(1)), throttled(Duration.ZERO));
    }

    private static int attempts(DispatcherDriver driver, String id) {
        return (int) driver.batches.stream().filter(batch -> batch.contains(id)).count();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isNotTheProbeForEver(Outcome refusal) {
        DispatcherDriver driver = new OutletsFixture().driver();
        refuses(driver, refusal, "_0");
        insert(driver, OUTLET, "_0");
        driver.run();
        driver.pass(Duration.ofSeconds(4));
        insert(driver, OUTLET, "_1", "_2", "_3", "_4", "_5");

        driver.pass(Duration.ofSeconds(12));
        assertThat(driver.done()).containsExactlyInAnyOrder("_1", "_2", "_3", "_4", "_5");
        assertThat(driver.failed()).as("its retries are not burned").isEmpty();
    }

    @Test
    void waitsForTheDestinationWhileItMakesWay() {
        DispatcherDriver driver = new OutletsFixture().driver();
        refuses(driver, DOWN, "_0", "a1");
        insert(driver, OUTLET, "_0", "a1");
        driver.run();

        for (int i = 0; i < 100; i++) {
            driver.pass(Duration.ofMillis(130));
            for (String group : new String[] {null, "a"}) {
                MessageLocation found =
                        driver.dispatcher.explain(group == null ? "_0" : "a1", group, 0, OUTLET, driver.now());
                assertThat(found.outage()).isNotNull();
                assertThat(found.waitsFor()).isNull();
            }
        }
    }

    @Test
    void severalOfThemMakeWayForOneAnother() {
        DispatcherDriver driver = new OutletsFixture().driver();
        refuses(driver, DOWN, "_0", "_1", "_2");
        insert(driver, OUTLET, "_0", "_1", "_2");
        driver.run();
        driver.pass(Duration.ofSeconds(10));
        insert(driver, OUTLET, "_3", "_4");

        driver.pass(Duration.ofMinutes(2));
        assertThat(driver.done()).containsExactlyInAnyOrder("_3", "_4");
    }

    @Test
    void doesNotSlowDownTheOthers() {
        DispatcherDriver driver = new OutletsFixture().driver();
        refuses(driver, DOWN, "_0");
        insert(driver, OUTLET, "_0");
        int late = 0;
        for (int i = 1; i <= 600; i++) {
            insert(driver, OUTLET, "_" + i);
            driver.pass(Duration.ofMillis(200));
            late += driver.done().contains("_" + i) ? 0 : 1;
        }

        driver.pass(Duration.ofSeconds(10));
        assertThat(driver.done()).hasSize(600);
        assertThat(late).as("of 600 wait for the circuit").isLessThan(30);
        assertThat(attempts(driver, "_0")).as("within two minutes").isBetween(20, 40);
    }

    @ParameterizedTest
    @EnumSource(Ordering.class)
    void concernsItsOwnGroupOnly(Ordering ordering) {
        DispatcherDriver driver =
                new OutletsFixture().ordering(OUTLET, ordering).driver();
        refuses(driver, DOWN, "a1");
        insert(driver, OUTLET, "a1", "a2", "a3", "b1", "b2", "_1");
        driver.run();

        driver.pass(Duration.ofMinutes(2));
        assertThat(driver.done()).contains("b1", "b2", "_1");
        if (ordering == Ordering.BLOCK) {
            assertThat(driver.done()).doesNotContain("a2", "a3");
        } else {
            assertThat(driver.done()).contains("a2", "a3");
        }

        refuses(driver, DOWN);
        driver.pass(Duration.ofMinutes(2));
        assertThat(driver.done()).hasSize(6);
        assertThat(driver.failed()).isEmpty();
    }

    @Test
    void isSentAgainAfterLongerAndLongerTimes() {
        DispatcherDriver driver = new OutletsFixture().driver();
        refuses(driver, DOWN, "_0");
        insert(driver, OUTLET, IntStream.range(0, 10).mapToObj(i -> "_" + i).toArray(String[]::new));
        driver.run();

        for (int i = 0; i < 100; i++) {
            insert(driver, OUTLET, "_" + (10 + i));
            driver.pass(Duration.ofSeconds(6));
        }
        assertThat(driver.done()).hasSize(109);
        assertThat(attempts(driver, "_0")).as("in ten minutes").isLessThan(160);
    }

    @Test
    void ofTheOnlyOutletOfARelayConcernsItselfOnly() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox();
        refuses(driver, DOWN, "a1");
        driver.insert("a1", "a2", "b1", "_1");
        driver.pass(Duration.ofSeconds(30));
        driver.insert("b2", "_2");
        driver.pass(Duration.ofSeconds(15));

        assertThat(driver.done()).containsExactlyInAnyOrder("b1", "_1", "b2", "_2");
        assertThat(driver.failed()).isEmpty();
    }
}
