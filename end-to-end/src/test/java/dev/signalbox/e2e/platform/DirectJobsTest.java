package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Jobs that clients post themselves. */
class DirectJobsTest extends PlatformTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5Ra+3u8S7Zw=";
    private static final AtomicInteger COUNT = new AtomicInteger();

    @Test
    void aJobIsDeliveredWithItsHeadersAndSignature() {
        String path = path("direct");
        ObjectNode job =
                job(path, 1).put("secret", SECRET).put("subject", "order:7").put("correlationId", "c-7");
        job.putObject("headers").put("X-Tenant", "blue");
        JsonNode created = post(job);

        fixture.awaitReceived(path, 1, seconds(10));
        ReceivedWebhook webhook = receiver.at(path).getFirst();
        assertThat(webhook.id()).isEqualTo(created.path("id").asString());
        assertThat(webhook.header("X-FlowCatalyst-ID")).isEqualTo(webhook.id());
        assertThat(webhook.header("X-FlowCatalyst-Kind")).isEqualTo("TASK");
        assertThat(webhook.header("X-FlowCatalyst-Code")).isEqualTo("mail.send");
        assertThat(webhook.header("X-FlowCatalyst-Subject")).isEqualTo("order:7");
        assertThat(webhook.header("X-FlowCatalyst-Correlation-ID")).isEqualTo("c-7");
        assertThat(webhook.has("X-FlowCatalyst-Causation-ID")).isFalse();
        assertThat(webhook.header("X-Tenant")).isEqualTo("blue");
        assertThat(webhook.number()).isEqualTo(1);
        SignatureCheck.assertSigned(webhook, SECRET);
        awaitStatus(created, "COMPLETED");
        JsonNode shown = api.job(webhook.id());
        assertThat(shown.path("completedAt").asString("")).isNotEmpty();
        assertThat(shown.toString()).doesNotContain(SECRET);
    }

    @Test
    void withoutASecretThereIsNoSignature() {
        String path = path("unsigned");
        post(job(path, 1));

        fixture.awaitReceived(path, 1, seconds(10));
        ReceivedWebhook webhook = receiver.at(path).getFirst();
        assertThat(webhook.id()).isNotEmpty();
        assertThat(webhook.has("webhook-signature")).isFalse();
        assertThat(webhook.has("X-FLOWCATALYST-SIGNATURE")).isFalse();
    }

    @Test
    void aScheduledJobGoesWhenItIsDue() {
        String path = path("scheduled");
        Instant due = Instant.now().plusSeconds(3);
        JsonNode created = post(job(path, 1).put("scheduledFor", due.toString()));
        String id = created.path("id").asString();
        assertThat(api.jobStatus(id)).isEqualTo("QUEUED");
        assertThat(api.get("/api/dispatch/jobs/" + id + "/explain").expect(200).body())
                .containsIgnoringCase("due");

        fixture.awaitReceived(path, 1, seconds(12));
        Duration late = Duration.between(due, receiver.at(path).getFirst().time());
        figure("a scheduled job went %d ms after its time".formatted(late.toMillis()));
        assertThat(late).isBetween(Duration.ofMillis(-100), Duration.ofSeconds(3));
    }

    @Test
    void aScheduledJobThatIsCancelledNeverGoes() {
        String path = path("scheduled-cancelled");
        JsonNode created = post(
                job(path, 1).put("scheduledFor", Instant.now().plusSeconds(3).toString()));
        String uri = "/api/dispatch/jobs/" + created.path("id").asString();
        api.post(uri + "/cancel").expectSuccess();
        assertThat(api.get(uri).text("status")).isEqualTo("CANCELLED");

        await().during(seconds(5))
                .atMost(seconds(10))
                .until(() -> receiver.at(path).isEmpty());
    }

    @Test
    void aJobThatHasExpiredIsCancelled() {
        String path = path("expiring");
        receiver.answer(path, (_, _) -> WebhookReply.status(503));
        JsonNode created =
                post(job(path, 1).put("expiresAt", Instant.now().plusSeconds(3).toString()));

        awaitStatus(created, "CANCELLED");
        assertThat(api.job(created.path("id").asString()).path("lastError").asString())
                .containsIgnoringCase("expired");
        JsonNode past = post(job(path("past"), 2)
                .put("scheduledFor", Instant.now().plusSeconds(60).toString())
                .put("expiresAt", Instant.now().plusSeconds(2).toString()));
        awaitStatus(past, "CANCELLED");
    }

    @Test
    void jobsOfAGroupAndTargetAreInOrder() {
        String path = path("ordered");
        receiver.answer(path, (_, _) -> WebhookReply.acceptAfter(Duration.ofMillis(30)));
        ArrayNode batch = PlatformApi.array();
        for (int number = 1; number <= 20; number++) {
            batch.add(job(path, number).put("messageGroup", "g").put("mode", "BLOCK_ON_ERROR"));
        }
        JsonNode answer =
                api.post("/api/dispatch/jobs/batch", batch).expect(201).json();
        assertThat(answer.path("count").asInt()).isEqualTo(20);
        assertThat(answer.path("jobs").size()).isEqualTo(20);

        fixture.awaitReceived(path, 20, seconds(15));
        assertThat(receiver.at(path).stream().map(ReceivedWebhook::number))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
        assertThat(receiver.mostAtOnce(path)).isEqualTo(1);
    }

    @Test
    void withinABatchTheSequenceDecides() {
        String path = path("batch-sequence");
        ArrayNode batch = PlatformApi.array();
        for (int number = 1; number <= 4; number++) {
            batch.add(job(path, number)
                    .put("messageGroup", "g")
                    .put("mode", "BLOCK_ON_ERROR")
                    .put("sequence", 10 - number));
        }
        api.post("/api/dispatch/jobs/batch", batch).expect(201);

        fixture.awaitReceived(path, 4, seconds(10));
        assertThat(receiver.at(path).stream().map(ReceivedWebhook::number)).containsExactly(4, 3, 2, 1);
    }

    @Test
    void anIdempotencyKeyMakesOneJob() {
        String path = path("idempotent");
        ObjectNode job = job(path, 1).put("idempotencyKey", "key-" + path);
        String first = post(job).path("id").asString();
        ApiAnswer again = api.post("/api/dispatch/jobs", job).expect(200);
        assertThat(again.text("id")).isEqualTo(first);
        api.post("/api/dispatch/jobs/batch", PlatformApi.array().add(job).add(job))
                .expectSuccess();

        fixture.awaitReceived(path, 1, seconds(10));
        await().during(seconds(1))
                .atMost(seconds(5))
                .until(() -> receiver.at(path).size() == 1);
    }

    @Test
    void jobsOfOneTargetDoNotWaitForAnotherPathOfItsHost() {
        String dead = path("dead-path");
        String alive = path("alive-path");
        receiver.answer(dead, (_, _) -> WebhookReply.status(503));
        post(job(dead, 1));
        await().atMost(seconds(10)).until(() -> !receiver.at(dead).isEmpty());
        for (int number = 1; number <= 10; number++) {
            post(job(alive, number));
        }

        fixture.awaitReceived(alive, 10, seconds(5));
    }

    @Test
    void aBatchWithABadJobStoresNoneAndNamesAllThatIsWrong() {
        String path = path("bad-batch");
        ArrayNode batch = PlatformApi.array();
        batch.add(job(path, 1));
        batch.add(job(path, 2).put("targetUrl", "nonsense"));
        batch.add(job(path, 3));
        batch.add(job(path, 4).put("maxRetries", -1).put("code", ""));
        ApiAnswer answer = api.post("/api/dispatch/jobs/batch", batch).expect(422);

        JsonNode errors = answer.path("errors");
        assertThat(errors.valueStream()
                        .map(it -> it.path("index").asInt() + " "
                                + it.path("field").asString()))
                .contains("1 targetUrl", "3 maxRetries", "3 code");
        await().during(seconds(1))
                .atMost(seconds(5))
                .until(() -> receiver.at(path).isEmpty());
    }

    @Test
    void moreThanAHundredAreTooMany() {
        ArrayNode batch = PlatformApi.array();
        IntStream.rangeClosed(1, 101).forEach(number -> batch.add(job("/too-many", number)));
        api.post("/api/dispatch/jobs/batch", batch).expect(413);
    }

    @Test
    void searchesFilterAndPage() {
        String path = path("searched");
        String code = "search." + path.substring(1);
        for (int number = 1; number <= 5; number++) {
            post(job(path, number)
                    .put("code", code)
                    .put("source", "s" + number % 2)
                    .put("messageGroup", "g" + number));
        }
        fixture.awaitReceived(path, 5, seconds(10));
        await().atMost(seconds(5)).until(() -> total("code=" + code + "&status=COMPLETED") == 5);

        assertThat(total("code=" + code)).isEqualTo(5);
        assertThat(total("code=" + code + "&kind=TASK")).isEqualTo(5);
        assertThat(total("code=" + code + "&kind=EVENT")).isZero();
        assertThat(total("code=" + code + "&source=s1")).isEqualTo(3);
        assertThat(total("code=" + code + "&messageGroup=g2")).isEqualTo(1);
        assertThat(total("code=" + code + "&status=ERROR")).isZero();
        assertThat(total("code=" + code + "&createdAfter=" + Instant.now().plusSeconds(60)))
                .isZero();
        assertThat(total("code=" + code + "&createdBefore=" + Instant.now().plusSeconds(60)))
                .isEqualTo(5);
        JsonNode page = api.get("/api/dispatch/jobs?size=2&page=1&code=" + code)
                .expect(200)
                .json();
        assertThat(page.path("items")
                        .valueStream()
                        .map(it -> it.path("payload").path("n").asInt()))
                .as("the second page, newest first")
                .containsExactly(3, 2);
        assertThat(page.path("page").asInt()).isEqualTo(1);
        assertThat(page.path("size").asInt()).isEqualTo(2);
        assertThat(page.path("totalPages").asInt()).isEqualTo(3);
    }

    private int total(String query) {
        return api.get("/api/dispatch/jobs?" + query)
                .expect(200)
                .path("totalItems")
                .asInt();
    }

    private String path(String name) {
        return "/" + name + "-" + COUNT.incrementAndGet();
    }

    private ObjectNode job(String path, int number) {
        ObjectNode job = PlatformApi.object();
        job.put("code", "mail.send").put("source", "e2e").put("targetUrl", receiver.url(path));
        job.putObject("payload").put("n", number);
        return job;
    }

    private JsonNode post(ObjectNode job) {
        return api.post("/api/dispatch/jobs", job).expect(201).json();
    }

    private void awaitStatus(JsonNode job, String status) {
        String id = job.path("id").asString();
        await().alias("job " + id + " becomes " + status)
                .atMost(seconds(15))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> api.jobStatus(id).equals(status));
    }
}
