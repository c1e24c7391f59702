package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WebhookVerdictsTest {
    private static final InstantSource NOW = InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z"));
    private static final WebhookVerdicts TARGETS = WebhookVerdicts.ofTargets(NOW);
    private static final WebhookVerdicts ENDPOINT =
            WebhookVerdicts.ofEndpoint(NOW, Duration.ofSeconds(60), List.of("hunter2"));

    private static Answered answered(int status, @Nullable String retryAfter, String body) {
        return new Answered(status, retryAfter, body, false, Duration.ZERO);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Delivered | 200 201 202 204 226 299
                    Failed    | 408 425 500 501 505 507 511 520 599 600
                    Throttled | 429 502 503 504
                    Rejected  | 300 301 302 303 304 307 308 399
                    Rejected  | 400 401 402 403 404 405 406 407 409 410 411 413 415 418 422 423 424 426 431 451 499
                    """)
    void aStatusOfAUsersTargetDecides(String outcome, String statuses) {
        assertOutcomes(TARGETS, outcome, statuses);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Delivered   | 200 201 202 204 226 299
                    Failed      | 408 425 500 501 505 507 511 520 599
                    Throttled   | 429 502 503 504
                    Unavailable | 300 301 302 303 304 307 308
                    Unavailable | 401 402 403 404 405 406 407 410 411 414 415 417 421 426 431
                    Rejected    | 400 409 412 413 422 423 424 451 499
                    """)
    void aSinkDoesNotBlameAMessageForItsEndpoint(String outcome, String statuses) {
        assertOutcomes(ENDPOINT, outcome, statuses);
    }

    private static void assertOutcomes(WebhookVerdicts verdicts, String outcome, String statuses) {
        for (String status : statuses.split(" ", -1)) {
            assertThat(verdicts.outcome(answered(Integer.parseInt(status), null, ""))
                            .getClass()
                            .getSimpleName())
                    .as(status)
                    .isEqualTo(outcome);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
                    -                             | -
                    0                             | PT0S
                    17                            | PT17S
                    3600                          | PT1H
                    3601                          | PT1H
                    1000000000                    | PT1H
                    99999999999999999999          | PT1H
                    -5                            | -
                    soon                          | -
                    1.5                           | -
                    Sun, 01 Mar 2026 12:00:30 GMT | PT30S
                    Sun, 01 Mar 2026 11:00:00 GMT | PT0S
                    Mon, 01 Mar 2027 12:00:00 GMT | PT1H
                    Sunday, 01-Mar-26 12:01:00 GMT| PT1M
                    """)
    void retryAfterIsKeptUpToAnHour(@Nullable String header, @Nullable Duration expected) {
        for (int status : new int[] {429, 502, 503, 504}) {
            assertThat(TARGETS.outcome(answered(status, header, "")))
                    .isInstanceOfSatisfying(
                            Outcome.Throttled.class,
                            throttled -> assertThat(throttled.retryAfter()).isEqualTo(expected));
        }
    }

    @Test
    void aSinkHasItsOwnCap() {
        assertThat(((Outcome.Throttled) ENDPOINT.outcome(answered(503, "3600", ""))).retryAfter())
                .isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource(NotSent.Cause.class)
    void whatWasNotSentIsAnOutage(NotSent.Cause cause) {
        Outcome outcome = TARGETS.outcome(new NotSent(cause, "because", Duration.ZERO));
        assertThat(outcome)
                .isEqualTo(
                        cause == NotSent.Cause.TOO_LATE ? Outcome.NOT_ATTEMPTED : new Outcome.Unavailable("because"));
    }

    @Test
    void silenceIsUnknownAndABrokenAnswerCounts() {
        assertThat(TARGETS.outcome(new NoAnswer(NoAnswer.Cause.SILENCE, "nothing", Duration.ZERO)))
                .isEqualTo(new Outcome.Unknown("nothing"));
        assertThat(TARGETS.outcome(new NoAnswer(NoAnswer.Cause.BROKEN, "garbage", Duration.ZERO)))
                .isEqualTo(new Outcome.Failed("garbage"));
    }

    @Test
    void aReasonQuotesTheAnswerOnOneLineWithoutSecrets() {
        assertThat(ENDPOINT.outcome(answered(500, null, "bad\r\ntoken hunter2 " + "x".repeat(1_000)))
                        .reason())
                .startsWith("HTTP 500: bad\\u000d\\u000atoken *** xxx")
                .doesNotContain("hunter2")
                .hasSizeLessThan(300);
        assertThat(ENDPOINT.outcome(answered(404, null, "")).reason())
                .isEqualTo("wrong endpoint or credential: HTTP 404");
    }
}
