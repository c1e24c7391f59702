package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.BAD;
import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.LATER;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static dev.signalbox.core.delivery.OutcomeFixtures.TOO_LARGE;
import static dev.signalbox.core.delivery.OutcomeFixtures.throttled;
import static dev.signalbox.core.delivery.RetryPolicy.OtherAnswers.ANSWERED;
import static dev.signalbox.core.delivery.RetryPolicy.OtherAnswers.ANSWERED_BETWEEN;
import static dev.signalbox.core.delivery.RetryPolicy.OtherAnswers.SILENT_TOO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Verdict;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What follows from an outcome, as a table. */
class RetryPolicyTest {
    private static final long NOW = 1_000;
    private static final RetryPolicy POLICY =
            new RetryPolicy(2, new Backoff(Duration.ofNanos(10), 2, Duration.ofHours(1), 0));
    private static final Verdict PARK_400 = new Verdict.Park("400");
    private static final Verdict PARK_413 = new Verdict.Park("413");
    private static final Verdict HALF = new Verdict.Narrow(5, Long.MAX_VALUE);
    private static final Verdict HALF_THE_BYTES = new Verdict.Narrow(9, 500);
    private static final Verdict ALONE = new Verdict.Narrow(1, Long.MAX_VALUE);

    /** Outcome, answers to others, attempts so far, verdict alone, verdict in a batch of ten. */
    static Stream<Arguments> table() {
        Outcome pause = throttled(Duration.ofSeconds(1));
        return Stream.of(
                arguments(OK, SILENT_TOO, 0, Verdict.COMPLETE, Verdict.COMPLETE),
                arguments(OK, ANSWERED_BETWEEN, 9, Verdict.COMPLETE, Verdict.COMPLETE),
                arguments(BAD, SILENT_TOO, 0, PARK_400, HALF),
                arguments(BAD, ANSWERED_BETWEEN, 2, PARK_400, HALF),
                arguments(TOO_LARGE, SILENT_TOO, 0, PARK_413, HALF_THE_BYTES),
                arguments(TOO_LARGE, ANSWERED_BETWEEN, 2, PARK_413, HALF_THE_BYTES),
                arguments(ERROR, SILENT_TOO, 0, again(10, "500"), again(10, "500")),
                arguments(ERROR, ANSWERED_BETWEEN, 1, again(20, "500"), again(20, "500")),
                arguments(ERROR, ANSWERED_BETWEEN, 2, new Verdict.Park("500"), ALONE),
                arguments(ERROR, SILENT_TOO, 7, new Verdict.Park("500"), ALONE),
                arguments(DOWN, SILENT_TOO, 0, Verdict.WAIT, Verdict.WAIT),
                arguments(DOWN, ANSWERED_BETWEEN, 2, Verdict.WAIT, Verdict.WAIT),
                arguments(pause, ANSWERED_BETWEEN, 0, Verdict.WAIT, Verdict.WAIT),
                arguments(pause, ANSWERED_BETWEEN, 2, Verdict.WAIT, Verdict.WAIT),
                arguments(LATER, SILENT_TOO, 0, later(5_000_000_000L), HALF),
                arguments(LATER, ANSWERED_BETWEEN, 2, later(5_000_000_000L), HALF),
                arguments(SILENT, SILENT_TOO, 0, Verdict.WAIT, Verdict.WAIT),
                arguments(SILENT, SILENT_TOO, 2, Verdict.WAIT, Verdict.WAIT),
                arguments(SILENT, ANSWERED, 0, later(10), later(10)),
                arguments(SILENT, ANSWERED, 2, later(10), later(10)),
                arguments(SILENT, ANSWERED_BETWEEN, 0, again(10, "no answer"), again(10, "no answer")),
                arguments(SILENT, ANSWERED_BETWEEN, 2, new Verdict.Park("no answer"), ALONE));
    }

    private static Verdict later(long delay) {
        return new Verdict.Postpone(NOW + delay);
    }

    private static Verdict again(long delay, String reason) {
        return new Verdict.RetryAt(NOW + delay, reason);
    }

    @ParameterizedTest
    @MethodSource("table")
    void decides(
            Outcome outcome, RetryPolicy.OtherAnswers otherAnswers, int attempts, Verdict alone, Verdict inCompany) {
        Message message = new MiniOutbox.Row("a1").attempts(attempts).message();

        assertThat(POLICY.decide(message, outcome, new RetryPolicy.OutcomeContext(1, 100, otherAnswers), NOW))
                .isEqualTo(alone);
        assertThat(POLICY.decide(message, outcome, new RetryPolicy.OutcomeContext(10, 1_000, otherAnswers), NOW))
                .isEqualTo(inCompany);
    }

    @Test
    void theLastAttemptAndEverySuspectGoAlone() {
        assertThat(POLICY.goesAlone(new MiniOutbox.Row("a1").attempts(1).message()))
                .isFalse();
        assertThat(POLICY.goesAlone(new MiniOutbox.Row("a1").attempts(2).message()))
                .isTrue();
        assertThat(POLICY.goesAlone(new MiniOutbox.Row("a1")
                        .suspicion(Suspicion.suspect(1, 0))
                        .message()))
                .isTrue();
        assertThat(new RetryPolicy(0, POLICY.backoff()).goesAlone(new MiniOutbox.Row("a1").message()))
                .as("without retries the first attempt may be in company")
                .isFalse();
    }

    @Test
    void refusesANegativeNumberOfRetries() {
        assertThatThrownBy(() -> new RetryPolicy(-1, POLICY.backoff())).isInstanceOf(IllegalArgumentException.class);
    }
}
