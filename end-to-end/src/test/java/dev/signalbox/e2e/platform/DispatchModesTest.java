package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a failing job means for those behind it, side by side on one host. */
class DispatchModesTest extends PlatformTest {
    private static final String BLOCK = "BLOCK_ON_ERROR";

    @Test
    void immediateNeitherWaitsForAFailedJobNorForOneThatIsStillInFlight() {
        SubscribedTarget target = subscribe("immediate", body -> body.put("mode", "IMMEDIATE"));
        target.answer((webhook, attempt) -> switch (webhook.number()) {
            case 1 -> attempt == 1 ? WebhookReply.status(500) : WebhookReply.accept();
            case 2 -> WebhookReply.acceptAfter(seconds(2));
            default -> WebhookReply.accept();
        });
        target.postMany("g", 4);

        target.awaitCount(5, seconds(15));
        List<ReceivedWebhook> all = target.received();
        assertThat(target.numbers().subList(0, 4)).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(target.numbers().get(4)).isEqualTo(1);
        assertThat(secondsBetween(all.get(0).at(), all.get(3).at())).isLessThan(1.5);
        assertThat(all.stream().filter(webhook -> webhook.number() == 1).map(ReceivedWebhook::id))
                .as("one id in all attempts")
                .hasSize(2)
                .containsOnly(target.jobOf(1));
        target.awaitStatus(1, "COMPLETED", seconds(5));
        target.staysAt(5, seconds(1));
    }

    @Test
    void nextOnErrorGoesOnAtOnceAndTheFailedJobComesAgain() {
        SubscribedTarget target = subscribe("next", body -> body.put("mode", "NEXT_ON_ERROR"));
        target.answer((webhook, attempt) ->
                webhook.number() == 1 && attempt == 1 ? WebhookReply.status(500) : WebhookReply.accept());
        target.postMany("g", 4);

        target.awaitCount(5, seconds(15));
        assertThat(target.numbers()).containsExactly(1, 2, 3, 4, 1);
        List<ReceivedWebhook> all = target.received();
        assertThat(secondsBetween(all.get(0).at(), all.get(4).at()))
                .as("a backoff of 3 s, with jitter")
                .isBetween(1.4, 7.0);
        target.awaitStatus(1, "COMPLETED", seconds(5));
    }

    @Test
    void orderedModesHaveOneJobOfAGroupInFlight() {
        for (String mode : List.of("NEXT_ON_ERROR", BLOCK)) {
            SubscribedTarget target = subscribe("one-at-a-time", body -> body.put("mode", mode));
            target.answer((_, _) -> WebhookReply.acceptAfter(Duration.ofMillis(50)));
            target.postMany("g", 8);

            target.awaitCount(8, seconds(10));
            assertThat(target.numbers()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
            assertThat(receiver.mostAtOnce(target.path())).isEqualTo(1);
        }
    }

    @Test
    void jobsWithoutAGroupWaitForNone() {
        SubscribedTarget target = subscribe("ungrouped", body -> body.put("mode", BLOCK));
        target.answer((webhook, _) -> webhook.number() == 1 ? WebhookReply.status(400) : WebhookReply.accept());
        for (int number = 1; number <= 3; number++) {
            var event = SubscribedTarget.event(target.type(), "", number);
            event.remove("messageGroup");
            api.post("/api/events", event).expect(201);
        }

        target.awaitCount(3, seconds(10));
        assertThat(target.numbers()).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void blockOnErrorRepeatsTheJobBeforeItGoesOn() {
        SubscribedTarget target = subscribe("block-repeat", body -> body.put("mode", BLOCK));
        target.answer((webhook, attempt) ->
                webhook.number() == 1 && attempt == 1 ? WebhookReply.status(500) : WebhookReply.accept());
        target.postMany("g", 3);

        target.awaitCount(4, seconds(15));
        assertThat(target.numbers()).containsExactly(1, 1, 2, 3);
    }

    @Test
    void aGivenUpJobHoldsItsGroupUntilItIsRetried() {
        SubscribedTarget target = blocked("block-retry");
        String blocking = target.jobOf(1);
        String waiting = target.jobOf(2);

        JsonNode shown = api.job(blocking);
        assertThat(shown.path("status").asString()).isEqualTo("ERROR");
        assertThat(shown.path("nextAttemptAt").isNull()
                        || shown.path("nextAttemptAt").isMissingNode())
                .as("given up: " + shown)
                .isTrue();
        assertThat(shown.path("attemptCount").asInt()).isEqualTo(1);
        assertThat(api.get("/api/dispatch/jobs/" + waiting + "/explain")
                        .expect(200)
                        .body())
                .as("says which job holds the group")
                .contains(blocking);
        // It is shown in progress until its node has recorded the rest of what it claimed with it.
        target.awaitStatus(2, "QUEUED", seconds(10));
        assertThat(target.numbers("other")).containsExactly(1, 2, 3);

        target.accept();
        api.post("/api/dispatch/jobs/" + blocking + "/retry").expectSuccess();
        target.awaitCount(7, seconds(10));
        assertThat(target.numbers("g")).containsExactly(1, 1, 2, 3);
        target.awaitStatus(1, "COMPLETED", seconds(5));
        assertThat(api.attempts(blocking).size())
                .as("attempts before and after the retry")
                .isEqualTo(2);
    }

    @Test
    void cancellingTheBlockingJobLetsItsGroupGoOn() {
        SubscribedTarget target = blocked("block-cancel");
        String blocking = target.jobOf(1);

        api.post("/api/dispatch/jobs/" + blocking + "/cancel").expectSuccess();
        target.awaitCount(6, seconds(10));
        assertThat(target.numbers("g")).containsExactly(1, 2, 3);
        assertThat(api.jobStatus(blocking)).isEqualTo("CANCELLED");
        target.staysAt(6, seconds(1));
    }

    @Test
    void aWaitingJobThatIsCancelledIsLeftOut() {
        SubscribedTarget target = blocked("block-cancel-waiting");
        api.post("/api/dispatch/jobs/" + target.jobOf(2) + "/cancel").expectSuccess();
        assertThat(api.jobStatus(target.jobOf(2))).isEqualTo("CANCELLED");

        target.accept();
        api.post("/api/dispatch/jobs/" + target.jobOf(1) + "/retry").expectSuccess();
        target.awaitCount(6, seconds(10));
        assertThat(target.numbers("g")).containsExactly(1, 1, 3);
        target.staysAt(6, seconds(1));
    }

    @Test
    void aCancelledJobThatIsRetriedComesAgain() {
        SubscribedTarget target = blocked("retry-cancelled");
        String blocking = target.jobOf(1);
        api.post("/api/dispatch/jobs/" + blocking + "/cancel").expectSuccess();
        target.awaitCount(6, seconds(10));

        target.accept();
        api.post("/api/dispatch/jobs/" + blocking + "/retry").expectSuccess();
        target.awaitCount(7, seconds(10));
        assertThat(target.numbers("g")).containsExactly(1, 2, 3, 1);
        target.awaitStatus(1, "COMPLETED", seconds(5));
    }

    @Test
    void neitherCompletedNorWaitingJobsAreRetriedAndCompletedOnesAreNotCancelled() {
        SubscribedTarget target = blocked("refused-change");
        SubscribedTarget good = subscribe("completed", DEFAULTS);
        good.postMany("g", 1);
        good.awaitStatus(1, "COMPLETED", seconds(10));
        String completed = "/api/dispatch/jobs/" + good.jobOf(1);

        api.post("/api/dispatch/jobs/" + target.jobOf(2) + "/retry").expect(409, 422);
        api.post(completed + "/retry").expect(409, 422);
        api.post(completed + "/cancel").expect(409, 422);
        good.staysAt(1, seconds(1));
    }

    @Test
    void allRetriesAreUsedAndThenTheJobIsGivenUp() {
        SubscribedTarget target =
                subscribe("given-up", body -> body.put("maxRetries", 1).put("mode", "NEXT_ON_ERROR"));
        target.answer((webhook, _) -> webhook.group().equals("bad")
                ? WebhookReply.body(500, "broken " + "y".repeat(20_000))
                : WebhookReply.accept());
        target.post("bad", 1);
        target.post("good", 2);
        target.awaitCount(3, seconds(15));
        // Others succeed meanwhile: it is this job that fails, not the target.
        target.post("good", 3);
        String job = target.jobOf(1);
        await().atMost(seconds(10))
                .until(() -> api.job(job).path("attemptCount").asInt() == 2);

        JsonNode shown = api.job(job);
        assertThat(shown.path("status").asString()).isEqualTo("ERROR");
        assertThat(shown.path("lastError").asString()).contains("500");
        JsonNode attempts = api.attempts(job);
        assertThat(attempts.size()).isEqualTo(2);
        for (JsonNode attempt : attempts) {
            assertThat(attempt.path("responseCode").asInt()).isEqualTo(500);
            assertThat(attempt.path("counted").asBoolean()).isTrue();
            assertThat(attempt.path("responseBody").asString())
                    .startsWith("broken")
                    .hasSizeLessThanOrEqualTo(5_000);
        }
        target.staysAt(4, seconds(2));
    }

    /** Job 1 of group g was refused for good; 2 and 3 of it wait; three of another group have arrived. */
    private SubscribedTarget blocked(String name) {
        SubscribedTarget target = subscribe(name, body -> body.put("mode", BLOCK));
        target.answer((webhook, _) -> webhook.group().equals("g") && webhook.number() == 1
                ? WebhookReply.status(400)
                : WebhookReply.accept());
        target.postMany("g", 3);
        for (int number = 1; number <= 3; number++) {
            var event = SubscribedTarget.event(target.type(), "other", number);
            event.put("subject", "other:" + number);
            api.post("/api/events", event).expect(201);
        }
        target.awaitCount(4, seconds(10));
        target.awaitStatus(1, "ERROR", seconds(5));
        target.staysAt(4, seconds(1));
        assertThat(target.numbers("g")).containsExactly(1);
        return target;
    }
}
