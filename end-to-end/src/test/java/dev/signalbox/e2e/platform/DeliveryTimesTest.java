package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Delay, age, throttling, redirects and time-outs, side by side on one host. */
class DeliveryTimesTest extends PlatformTest {
    @Test
    void aDelayedJobGoesWhenItIsDue() {
        SubscribedTarget target = subscribe("delay", body -> body.put("delaySeconds", 3));
        Instant posted = Instant.now();
        target.post("g", 1);
        assertThat(api.get("/api/dispatch/jobs/" + target.jobOf(1) + "/explain")
                        .expect(200)
                        .body())
                .containsIgnoringCase("due");

        target.awaitCount(1, seconds(10));
        Duration waited = Duration.between(posted, target.received().getFirst().time());
        figure("a delay of 3 s took " + waited);
        assertThat(waited).isBetween(Duration.ofMillis(2_900), Duration.ofMillis(5_000));
    }

    @Test
    void aShorterDelayHoldsForJobsThatWaitAlready() {
        SubscribedTarget target = subscribe("shorter-delay", body -> body.put("delaySeconds", 600));
        target.post("g", 1);
        target.staysAt(0, seconds(1));

        target.change(body -> body.put("delaySeconds", 0));
        target.awaitCount(1, seconds(10));
    }

    @Test
    void aJobThatIsTooOldIsCancelledWhileItsTargetIsDown() {
        SubscribedTarget target = subscribe("age", body -> body.put("maxAgeSeconds", 3));
        target.answer((_, _) -> WebhookReply.status(503));
        long posted = System.nanoTime();
        target.post("g", 1);

        assertExpired(target, posted);
        assertThat(api.job(target.jobOf(1)).path("attemptCount").asInt())
                .as("an outage counts nothing")
                .isZero();
    }

    @Test
    void aJobThatIsTooOldIsCancelledWhileItsSubscriptionIsPaused() {
        SubscribedTarget target = subscribe("age-paused", body -> body.put("maxAgeSeconds", 3));
        target.pause();
        long posted = System.nanoTime();
        target.post("g", 1);

        assertExpired(target, posted);
        target.resume();
        target.staysAt(0, seconds(1));
    }

    private void assertExpired(SubscribedTarget target, long posted) {
        target.awaitStatus(1, "CANCELLED", seconds(15));
        double took = secondsBetween(posted, System.nanoTime());
        figure("%s: an age of 3 s ended after %.1f s".formatted(target.code(), took));
        assertThat(took).isBetween(2.9, 9.0);
        assertThat(api.job(target.jobOf(1)).path("lastError").asString()).containsIgnoringCase("expired");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void retryAfterIsKeptAndNothingIsCounted(int status) {
        SubscribedTarget target = subscribe("throttled", DEFAULTS);
        target.answer(
                (_, attempt) -> attempt == 1 ? WebhookReply.status(status, "Retry-After", "4") : WebhookReply.accept());
        target.post("g", 1);

        target.awaitCount(2, seconds(20));
        List<ReceivedWebhook> all = target.received();
        double between = secondsBetween(all.get(0).at(), all.get(1).at());
        figure("%d with Retry-After: 4 waited %.2f s".formatted(status, between));
        assertThat(between).isBetween(3.9, 8.0);
        target.awaitStatus(1, "COMPLETED", seconds(5));
        JsonNode attempts = api.attempts(target.jobOf(1));
        assertThat(attempts.size()).isEqualTo(2);
        assertThat(attempts.get(0).path("counted").asBoolean(true)).isFalse();
        assertThat(attempts.get(0).path("responseCode").asInt()).isEqualTo(status);
    }

    @Test
    void anOutageBurnsNoRetriesAndEndsByItself() {
        SubscribedTarget target =
                subscribe("outage", body -> body.put("maxRetries", 0).put("mode", "BLOCK_ON_ERROR"));
        target.answer((_, _) -> WebhookReply.status(503));
        target.postMany("g", 3);
        target.awaitCount(3, seconds(20));
        assertThat(target.numbers()).as("probes of the first").containsOnly(1);

        target.accept();
        for (int number = 1; number <= 3; number++) {
            target.awaitStatus(number, "COMPLETED", seconds(20));
        }
        assertThat(target.numbers()).endsWith(1, 2, 3);
        assertThat(target.shown().path("status").asString()).isEqualTo("ACTIVE");
    }

    @Test
    void aTargetThatRefusesConnectionsIsAnOutageAndNotAFailure() {
        SubscribedTarget target = subscribe(
                "refused", body -> body.put("target", "http://127.0.0.1:" + PlatformFixture.freePort() + "/none"));
        target.post("g", 1);
        String job = target.jobOf(1);
        await().atMost(seconds(15)).until(() -> api.attempts(job).size() > 0);
        assertThat(api.attempts(job).get(0).path("counted").asBoolean(true)).isFalse();
        assertThat(api.job(job).path("attemptCount").asInt()).isZero();
        assertThat(api.jobStatus(job)).isNotEqualTo("COMPLETED").isNotEqualTo("CANCELLED");
        await().atMost(seconds(10))
                .untilAsserted(() ->
                        assertThat(node.metrics()).containsPattern("signalbox_platform_targets_unavailable [1-9]"));

        target.change(body -> body.put("target", receiver.url(target.path())));
        target.awaitCount(1, seconds(20));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectsAreNotFollowed(int status) {
        SubscribedTarget target = subscribe("redirect", DEFAULTS);
        String elsewhere = target.path() + "-elsewhere";
        target.answer((_, _) -> WebhookReply.status(status, "Location", receiver.url(elsewhere)));
        target.post("g", 1);

        target.awaitStatus(1, "ERROR", seconds(10));
        JsonNode job = api.job(target.jobOf(1));
        assertThat(job.path("nextAttemptAt").asString("")).isEmpty();
        assertThat(api.attempts(target.jobOf(1)).get(0).path("responseCode").asInt())
                .isEqualTo(status);
        target.staysAt(1, seconds(1));
        assertThat(receiver.at(elsewhere)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 402, 406, 409, 413, 422})
    void otherClientErrorsAreFinal(int status) {
        SubscribedTarget target = subscribe("final", DEFAULTS);
        target.answer((_, _) -> WebhookReply.status(status));
        target.post("g", 1);

        target.awaitStatus(1, "ERROR", seconds(10));
        assertThat(api.job(target.jobOf(1)).path("nextAttemptAt").asString("")).isEmpty();
        target.staysAt(1, seconds(4));
    }

    @Test
    void aTimeOutEndsAnAttempt() {
        SubscribedTarget target = subscribe("timeout", body -> body.put("timeoutSeconds", 1));
        SubscribedTarget patient = subscribe("patient", body -> body.put("timeoutSeconds", 5));
        WebhookReceiver.Rule slow =
                (_, attempt) -> attempt == 1 ? WebhookReply.acceptAfter(seconds(3)) : WebhookReply.accept();
        target.answer(slow);
        patient.answer(slow);
        target.post("g", 1);
        patient.post("g", 1);

        target.awaitStatus(1, "COMPLETED", seconds(20));
        assertThat(target.received()).hasSize(2);
        JsonNode first = api.attempts(target.jobOf(1)).get(0);
        assertThat(first.path("durationMillis").asInt()).isBetween(900, 2_500);
        patient.awaitStatus(1, "COMPLETED", seconds(10));
        assertThat(patient.received()).hasSize(1);
    }
}
