package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutageTest extends EndToEndTest {
    private static final double LIMIT = 5;

    @Test
    void aClosedPortBurnsNoRetryAndDeliveryResumesByItself() {
        closeThePort(seconds(2));
    }

    @Test
    @Tag("slow")
    void aPortThatIsClosedForLongBurnsNoRetryEither() {
        closeThePort(seconds(12));
    }

    private void closeThePort(Duration time) {
        world.receiver().shut();
        world.application().write(500, OutboxWriter.spreadOver(20));
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        awaitPaused(signalboxProcess);
        assertNothingIsBurntFor(time);

        world.receiver().open();
        assertResumesInTime("a closed port");
        assertThat(signalboxProcess.log()).contains("the destination is back");
    }

    @Test
    void aRefusalOfEverythingBurnsNoRetryAndDeliveryResumesByItself() {
        refuseEverything(401);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {302, 403, 404, 405, 429, 502, 503, 504})
    void soDoesEveryOtherRefusalThatIsNoMessagesFault(int status) {
        refuseEverything(status);
    }

    private void refuseEverything(int status) {
        world.receiver().answer(_ -> ReceiverReply.status(status));
        world.application().write(200, OutboxWriter.spreadOver(20));
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        awaitPaused(signalboxProcess);
        assertNothingIsBurntFor(seconds(2));
        assertThat(signalboxProcess.log()).contains(Integer.toString(status));

        world.receiver().accept();
        assertResumesInTime("status " + status);
    }

    @Test
    @Tag("slow")
    void retryAfterIsHonoured() {
        world.receiver().answer(_ -> new ReceiverReply.Answer(429, Map.of("Retry-After", "4"), "", Duration.ZERO));
        world.application().write(10, OutboxWriter.spreadOver(5));
        world.leader(world.own());
        await().atMost(seconds(20)).until(() -> !world.receiver().seen().isEmpty());
        int asked = world.receiver().seen().size();
        await().during(seconds(3))
                .atMost(seconds(4))
                .until(() -> world.receiver().seen().size() == asked);

        world.receiver().accept();
        world.awaitSettled(seconds(5));
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "retry_count > 0"))
                .isZero();
    }

    @Test
    @Tag("slow")
    void aDestinationThatNeverAnswersBurnsNoRetry() {
        world.receiver().answer(_ -> new ReceiverReply.Silence());
        world.application().write(50, OutboxWriter.spreadOver(5));
        SignalboxProcess signalboxProcess = world.leader(
                world.own().set("signalbox.sinks.api.request-timeout", "1s").relay("max-retries", "1"));
        awaitPaused(signalboxProcess);
        assertNothingIsBurntFor(seconds(3));

        world.receiver().accept();
        assertResumesInTime("silence");
        world.ledger().assertNothingLostAndInOrder();
    }

    private static void awaitPaused(SignalboxProcess signalboxProcess) {
        await().atMost(seconds(10)).until(() -> signalboxProcess.metric("signalbox_relay_outage", "events") == 1);
    }

    private void assertNothingIsBurntFor(Duration time) {
        await().during(time)
                .atMost(time.plusSeconds(5))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> world.outbox()
                                .count(
                                        PostgresTestDatabase.EVENTS,
                                        "retry_count > 0 OR status IN ('FAILED', 'COMPLETED')")
                        == 0);
    }

    private void assertResumesInTime(String what) {
        long back = System.nanoTime();
        world.awaitSettled(seconds(20));
        double seconds = secondsSince(back);
        figure("%s: all delivered %.2f s after it is over".formatted(what, seconds));
        assertThat(seconds).as("seconds until all is delivered").isLessThanOrEqualTo(LIMIT);
        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().rows("SELECT DISTINCT status, retry_count FROM outbox_events"))
                .containsExactly("COMPLETED|0");
    }
}
