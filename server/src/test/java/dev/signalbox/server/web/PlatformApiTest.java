package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.server.web.PlatformNode.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@SuppressWarnings("NullAway.Init") // set before all tests
class PlatformApiTest {
    @AutoClose
    private static PlatformNode node;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = PlatformNode.start(folder, "");
    }

    @Test
    void anEventIsStoredOnceAndShownAsItWasWritten() throws Exception {
        String event =
                "{'type':'order.created','deduplicationId':'d-1','data':{'amount':1.10,'n':12345678901234567890},"
                        + "'contextData':[{'key':'tenant','value':'a b'}],'payloadContentType':'x','subject':'order/1'}";
        Answer stored = node.post("/api/events", event);
        Answer again = node.post("/api/events", event.replace("1.10", "2"));

        assertThat(stored.status()).isEqualTo(201);
        assertThat(stored.response().body()).contains("\"data\":{\"amount\":1.10,\"n\":12345678901234567890}");
        assertThat(stored.json().path("dispatchJobCount").asInt()).isZero();
        String id = stored.json().path("event").path("id").asString();
        assertThat(stored.header("Location")).isEqualTo("/api/events/" + id);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(stored.json());
        assertThat(node.get("/api/events/" + id).json()).isEqualTo(stored.json().path("event"));
        for (String found : new String[] {
            "?type=order.created&subject=order/1",
            "?contextData.tenant=a%20b",
            "?contextData.tenant=a+b&after=2020-01-01T00:00:00Z&before=2100-01-01T00:00:00Z&size=200"
        }) {
            assertThat(ids(node.get("/api/events" + found))).as(found).containsExactly(id);
        }
        assertThat(ids(node.get("/api/events?contextData.tenant=b"))).isEmpty();
        assertThat(ids(node.get("/api/events?type=order.created&afterId=" + id)))
                .isEmpty();
    }

    @Test
    void aBatchIsAllOrNothingUnlessItIsPartial() throws Exception {
        String batch = "[{'type':'batch.ok'},{'type':''},{'type':'batch.ok','time':'yesterday'}]";
        Answer refused = node.post("/api/events/batch", batch);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("error")).isEqualTo("invalid");
        assertThat(refused.json().path("errors").toString())
                .contains("\"index\":1,\"field\":\"type\"", "\"index\":2,\"field\":\"time\"");
        assertThat(ids(node.get("/api/events?type=batch.ok"))).isEmpty();

        Answer partial = node.post("/api/events/batch?partial=true", batch);
        assertThat(partial.status()).isEqualTo(201);
        assertThat(partial.json().path("count").asInt()).isEqualTo(1);
        assertThat(partial.json().path("results").values().stream()
                        .map(it -> it.path("status").asString())
                        .toList())
                .containsExactly("CREATED", "REJECTED", "REJECTED");
        String tooMany = IntStream.range(0, 101)
                .mapToObj(_ -> "{'type':'batch.many'}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(node.post("/api/events/batch", tooMany).status()).isEqualTo(413);
        assertThat(node.post("/api/events/batch", "[]").status()).isEqualTo(201);
    }

    @Test
    void onlySingleAnswersHaveLargeData() throws Exception {
        String event = "{'type':'large','id':'large','data':'" + "x".repeat(100_000) + "'}";
        String id =
                node.post("/api/events", event).json().path("event").path("id").asString();

        assertThat(node.get("/api/events?type=large").response().body())
                .hasSizeLessThan(1_000)
                .contains("\"dataOmitted\":true");
        assertThat(node.post("/api/events/batch", "[" + event + "]").response().body())
                .hasSizeLessThan(1_000)
                .contains("\"dataOmitted\":true");
        Answer replay = node.post("/api/events", event);
        assertThat(replay.status()).isEqualTo(200);
        assertThat(replay.response().body()).hasSizeGreaterThan(100_000).doesNotContain("dataOmitted");
        assertThat(node.get("/api/events/" + id).response().body()).hasSizeGreaterThan(100_000);

        String job = "{'code':'large','targetUrl':'https://receiver.invalid/','payload':'" + "x".repeat(100_000)
                + "','scheduledFor':'" + Instant.now().plus(Duration.ofDays(300)) + "'}";
        assertThat(node.post("/api/dispatch/jobs", job).response().body()).hasSizeGreaterThan(100_000);
        assertThat(node.post("/api/dispatch/jobs/batch", "[" + job + "," + job + "]")
                        .response()
                        .body())
                .hasSizeLessThan(2_000)
                .contains("\"payloadOmitted\":true");
    }

    @Test
    void theLongestTextsThatAreStoredAreFound() throws Exception {
        String face = "\ud83d\ude00";
        String encoded = URLEncoder.encode(face, StandardCharsets.UTF_8);
        String body = "{'type':'%s','source':'%s','contextData':[{'key':'%s','value':'%s'}]}"
                .formatted(face.repeat(255), face.repeat(500), face.repeat(100), face.repeat(500));
        String id =
                node.post("/api/events", body).json().path("event").path("id").asString();

        assertThat(ids(node.get("/api/events?type=" + encoded.repeat(255)))).containsExactly(id);
        assertThat(ids(node.get("/api/events?source=" + encoded.repeat(500)))).containsExactly(id);
        assertThat(ids(node.get("/api/events?contextData." + encoded.repeat(100) + "=" + encoded.repeat(500))))
                .containsExactly(id);
        assertThat(node.get("/api/events?type=" + encoded.repeat(256)).text("parameter"))
                .isEqualTo("type");
    }

    @Test
    void answersTakeTheirMemoryFromTheBudget() throws Exception {
        BodyBudget budget = node.web().bean(BodyBudget.class);
        long all = BodyBudget.share(Runtime.getRuntime().maxMemory());
        awaitNothingTaken(budget);
        assertThat(budget.take(all - 1_000_000)).isTrue();
        try {
            assertThat(node.get("/api/events?size=10").status()).isEqualTo(200);
            for (String list : List.of(
                    "/api/events",
                    "/api/dispatch/jobs",
                    "/api/subscriptions",
                    "/api/service-accounts",
                    "/api/dispatch-pools",
                    "/api/event-types")) {
                Answer answer = node.get(list + "?size=200");
                assertThat(answer.status()).as(list).isEqualTo(503);
                assertThat(answer.response().headers().firstValue("Retry-After"))
                        .isPresent();
            }
        } finally {
            budget.giveBack(all - 1_000_000);
        }
        assertThat(node.get("/api/dispatch/jobs?size=200").status()).isEqualTo(200);
        awaitNothingTaken(budget);
    }

    /** A request gives its memory back after its answer was written, so the client may be faster. */
    private static void awaitNothingTaken(BodyBudget budget) {
        await().atMost(Duration.ofSeconds(20)).until(() -> budget.taken() == 0);
    }

    @Test
    void structuredCloudEventsAreTakenSinglyAndInBatches() throws Exception {
        String event =
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/shop\",\"type\":\"cloud\",\"data\":[1],\"dataversion\":\"2.1\"}";
        Answer single = node.send("POST", "/api/events", "application/cloudevents+json; charset=UTF-8", event);
        Answer batch = node.send("POST", "/api/events/batch", "application/cloudevents-batch+json", "[" + event + "]");

        assertThat(single.status()).isEqualTo(201);
        assertThat(single.json().path("event").path("specVersion").asString()).isEqualTo("2.1");
        assertThat(batch.status()).isEqualTo(201);
        assertThat(batch.json().path("duplicateCount").asInt()).isEqualTo(1);
    }

    @Test
    void aSubscriptionGetsJobsAndShowsItsSecretOnce() throws Exception {
        Answer created = node.post(
                "/api/subscriptions",
                "{'code':'mailer','target':'https://receiver.invalid/hook','eventTypes':['user.joined'],'mode':'BLOCK_ON_ERROR'}");
        assertThat(created.status()).isEqualTo(201);
        String secret = created.text("secret");
        assertThat(secret).startsWith("whsec_");
        String path = "/api/subscriptions/" + created.text("id");
        assertThat(node.get(path).response().body()).doesNotContain(secret, "whsec_");
        assertThat(node.post(path + "/pause", "").text("status")).isEqualTo("PAUSED");

        Answer event = node.post("/api/events", "{'type':'user.joined','messageGroup':'g','data':'{}'}");
        assertThat(event.json().path("dispatchJobCount").asInt()).isEqualTo(1);
        JsonNode jobs = node.get("/api/dispatch/jobs?subscriptionId=" + created.text("id"))
                .json();
        assertThat(jobs.path("totalItems").asInt()).isEqualTo(1);
        JsonNode job = jobs.path("items").get(0);
        assertThat(job.path("messageGroup").asString()).isEqualTo("mailer:g");
        // The first job of a stream may be claimed before its policy is known, and is given back.
        await().until(() -> node.get("/api/dispatch/jobs/" + job.path("id").asString())
                .text("status")
                .equals("QUEUED"));
        assertThat(node.get("/api/dispatch/jobs/" + job.path("id").asString() + "/attempts")
                        .response()
                        .body())
                .isEqualTo("{\"attempts\":[]}");

        Answer test = node.post(path + "/test", "");
        assertThat(test.json().path("delivered").asBoolean(true)).isFalse();
        assertThat(test.text("errorMessage")).contains("receiver.invalid");
        assertThat(node.post(path + "/resume", "").text("status")).isEqualTo("ACTIVE");
        assertThat(node.patch(path, "{'timeoutSeconds':5}")
                        .json()
                        .path("timeoutSeconds")
                        .asInt())
                .isEqualTo(5);
        Answer rotated = node.post(path + "/rotate-secret", "");
        assertThat(rotated.text("secret")).startsWith("whsec_").isNotEqualTo(secret);
        Answer taken = node.post(
                "/api/subscriptions", "{'code':'mailer','target':'https://receiver.invalid/','eventTypes':['x']}");
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.text("field")).isEqualTo("code");
        assertThat(node.delete(path).status()).isEqualTo(204);
        assertThat(node.get(path).status()).isEqualTo(404);
        assertThat(node.delete(path).status()).isEqualTo(404);
    }

    @Test
    void typesPoolsAndAccountsAreKept() throws Exception {
        Answer type = node.post("/api/event-types", "{'code':'shop:sales:order:created','name':'Order created'}");
        assertThat(type.status()).isEqualTo(201);
        assertThat(node.patch("/api/event-types/" + type.text("id"), "{'description':'x'}")
                        .text("description"))
                .isEqualTo("x");
        assertThat(node.post("/api/event-types/" + type.text("id") + "/archive", "")
                        .text("status"))
                .isEqualTo("ARCHIVE");
        assertThat(node.get("/api/event-types").json().path("totalItems").asInt())
                .isEqualTo(1);

        Answer pool = node.post("/api/dispatch-pools", "{'code':'slow','rateLimit':5}");
        String path = "/api/dispatch-pools/" + pool.text("id");
        assertThat(pool.json().path("concurrency").asInt()).isEqualTo(10);
        assertThat(node.post(path + "/suspend", "").text("status")).isEqualTo("SUSPENDED");
        assertThat(node.post(path + "/activate", "").text("status")).isEqualTo("ACTIVE");
        assertThat(node.post(path + "/archive", "").text("status")).isEqualTo("ARCHIVED");
        assertThat(node.delete(path).status()).isEqualTo(204);

        Answer account = node.post("/api/service-accounts", "{'name':'erp','bearerToken':'very-secret-token-of-erp'}");
        assertThat(account.status()).isEqualTo(201);
        assertThat(account.response().body()).doesNotContain("very-secret-token");
        assertThat(node.get("/api/service-accounts/" + account.text("id")).text("name"))
                .isEqualTo("erp");
    }

    @Test
    void aScheduledJobIsQueuedWhenItIsDueAndCancelledBefore() throws Exception {
        String target = "'code':'remind','targetUrl':'https://receiver.invalid/remind','payload':{'a':1}";
        String ahead = "{" + target + ",'idempotencyKey':'k','scheduledFor':'%s'}";
        Instant now = Instant.now();
        assertThat(node.post("/api/dispatch/jobs", ahead.formatted(now.plus(Duration.ofDays(367))))
                        .status())
                .isEqualTo(422);
        Answer later = node.post("/api/dispatch/jobs", ahead.formatted(now.plus(Duration.ofDays(365))));
        assertThat(later.status()).isEqualTo(201);
        assertThat(node.post("/api/dispatch/jobs", "{" + target + ",'idempotencyKey':'k'}")
                        .status())
                .isEqualTo(200);
        String path = "/api/dispatch/jobs/" + later.text("id");
        assertThat(node.post(path + "/retry", "").status()).isEqualTo(409);
        Answer cancelled = node.post(path + "/cancel", "");
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.text("status")).isEqualTo("CANCELLED");
        assertThat(cancelled.text("lastError")).startsWith("cancelled by");

        Answer soon = node.post(
                "/api/dispatch/jobs/batch",
                "[{" + target + ",'scheduledFor':'" + Instant.now().plusMillis(300) + "'}]");
        assertThat(soon.status()).isEqualTo(201);
        assertThat(soon.json().path("count").asInt()).isEqualTo(1);
        String id = soon.json().path("jobs").get(0).path("id").asString();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.get("/api/dispatch/jobs/" + id)
                        .json()
                        .path("nextAttemptAt")
                        .isMissingNode());
        assertThat(node.post("/api/dispatch/jobs/" + id + "/cancel", "").status())
                .isIn(200, 202);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.get("/api/dispatch/jobs/" + id).text("status").equals("CANCELLED"));
    }

    @Test
    void itsRelayIsShownButNotPaused() throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.get("/api/relays/platform").text("state").equals("DELIVERING"));
        Answer paused = node.post("/api/relays/platform/pause", "");
        assertThat(paused.status()).isEqualTo(409);
        assertThat(paused.text("detail")).contains("pause a subscription");
    }

    @Test
    void aWaitingJobIsExplained() throws Exception {
        Answer created = node.post(
                "/api/subscriptions",
                "{'code':'explained','target':'https://receiver.invalid/','eventTypes':['x.explained']}");
        String path = "/api/subscriptions/" + created.text("id");
        node.post(path + "/pause", "");
        node.post("/api/events", "{'type':'x.explained'}");
        String job = node.get("/api/dispatch/jobs?subscriptionId=" + created.text("id"))
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();

        assertThat(node.get("/api/dispatch/jobs/" + job + "/explain")
                        .json()
                        .path("findings")
                        .get(0)
                        .path("reason")
                        .asString())
                .isEqualTo("SUBSCRIPTION_PAUSED");
        node.delete(path);
    }

    @Test
    void whatIsStoredIsCounted() throws Exception {
        node.post("/api/events", "{'type':'counted'}");

        assertThat(node.metrics()).containsPattern("signalbox_platform_events_stored_total [1-9]");
    }

    @Test
    void bodiesMayBeChunkedUpToTheirLimit() throws Exception {
        byte[] small = "{\"type\":\"chunked\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(PlatformBodiesTest.chunked(node, "/api/events", small).status())
                .isEqualTo(201);
        byte[] large =
                ("{\"type\":\"chunked\",\"data\":\"" + "x".repeat(1 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);
        assertThat(PlatformBodiesTest.chunked(node, "/api/events", large).status())
                .isEqualTo(413);
        assertThat(node.send("POST", "/api/events", "application/json", large).status())
                .isEqualTo(413);
        byte[] batch = ("[{\"type\":\"chunked\",\"data\":\"" + "x".repeat(1_000_000)
                        + "\"},{\"type\":\"chunked\",\"data\":\"" + "x".repeat(1_000_000) + "\"}]")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(PlatformBodiesTest.chunked(node, "/api/events/batch", batch).status())
                .isEqualTo(201);
    }

    private static List<String> ids(Answer page) {
        assertThat(page.status()).as(page.response().body()).isEqualTo(200);
        return page.json().path("items").values().stream()
                .map(it -> it.path("id").asString())
                .toList();
    }
}
