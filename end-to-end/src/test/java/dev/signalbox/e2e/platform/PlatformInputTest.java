package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Bad input in the fields of all endpoints: refused with a problem document that names the field. */
class PlatformInputTest extends PlatformTest {
    private static final String TARGET = "http://127.0.0.1:9/none";

    /** A valid body of each endpoint that takes one; codes are completed so that they are unique. */
    private static final Map<String, String> VALID = Map.of(
            "/api/events",
            "{\"type\":\"e2e:input\",\"data\":{}}",
            "/api/subscriptions",
            "{\"code\":\"input\",\"target\":\"" + TARGET + "\",\"eventTypes\":[{\"eventTypeCode\":\"e2e:input\"}]}",
            "/api/dispatch/jobs",
            "{\"code\":\"input\",\"targetUrl\":\"" + TARGET + "\"}",
            "/api/dispatch-pools",
            "{\"code\":\"input\"}",
            "/api/service-accounts",
            "{\"name\":\"input\"}",
            "/api/event-types",
            "{\"code\":\"e2e:input:test:made\"}");

    static Stream<Arguments> textFields() {
        return fields(Map.of(
                "/api/events",
                "type source subject time correlationId causationId deduplicationId messageGroup specVersion id",
                "/api/subscriptions",
                "code name description target queue mode dispatchPoolId serviceAccountId status whilePaused secret",
                "/api/dispatch/jobs",
                "code source subject targetUrl messageGroup mode dispatchPoolId scheduledFor expiresAt correlationId"
                        + " idempotencyKey externalId kind eventId subscriptionId serviceAccountId secret",
                "/api/dispatch-pools",
                "code name description",
                "/api/service-accounts",
                "name bearerToken signingSecret",
                "/api/event-types",
                "code name description"));
    }

    static Stream<Arguments> numberFields() {
        return fields(Map.of(
                "/api/subscriptions",
                "timeoutSeconds maxAgeSeconds delaySeconds sequence maxRetries",
                "/api/dispatch/jobs",
                "timeoutSeconds sequence maxRetries",
                "/api/dispatch-pools",
                "rateLimit concurrency"));
    }

    private static Stream<Arguments> fields(Map<String, String> names) {
        return names.entrySet().stream()
                .flatMap(entry ->
                        Stream.of(entry.getValue().split(" ")).map(name -> Arguments.of(entry.getKey(), name)));
    }

    @ParameterizedTest
    @MethodSource("textFields")
    void textsOfAnotherKindOrLengthAreRefused(String endpoint, String field) {
        for (String bad : List.of("{\"x\":1}", "[\"a\"]", "7", "true", quoted("x".repeat(5_000)), quoted("a\u0000b"))) {
            assertRefused(endpoint, field, bad);
        }
    }

    @ParameterizedTest
    @MethodSource("numberFields")
    void numbersOfAnotherKindOrSizeAreRefused(String endpoint, String field) {
        for (String bad : List.of("\"many\"", "{}", "[1]", "-1", "1.5", "1e99", "99999999999999999999", "true")) {
            assertRefused(endpoint, field, bad);
        }
    }

    private void assertRefused(String endpoint, String field, String bad) {
        ObjectNode body = (ObjectNode) JsonMapper.shared().readTree(VALID.getOrDefault(endpoint, "{}"));
        body.set(field, JsonMapper.shared().readTree(bad));
        api.post(endpoint, body).expectRefusalOf(field);
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/subscriptions eventTypes [] ",
                "/api/subscriptions eventTypes {}",
                "/api/subscriptions eventTypes [{}]",
                "/api/subscriptions eventTypes [{\"eventTypeCode\":7}]",
                "/api/subscriptions eventTypes [{\"eventTypeId\":\"0000000000000\"}]",
                "/api/subscriptions dataOnly \"yes\"",
                "/api/subscriptions customConfig {\"a\":1}",
                "/api/subscriptions customConfig [{\"value\":\"x\"}]",
                "/api/subscriptions unknownField 1",
                "/api/subscriptions dispatchPoolId \"0000000000000\"",
                "/api/subscriptions serviceAccountId \"0000000000000\"",
                "/api/dispatch-pools unknownField 1",
                "/api/dispatch-pools rateLimit 0",
                "/api/dispatch-pools concurrency 0",
                "/api/service-accounts unknownField 1",
                "/api/event-types unknownField 1",
                "/api/event-types code \"only.one.segment\"",
                "/api/events contextData {\"key\":\"a\"}",
                "/api/events contextData [{\"value\":\"a\"}]",
                "/api/events time \"yesterday\"",
                "/api/events type \"\"",
                "/api/events type \"a\\nb\"",
                "/api/dispatch/jobs headers [1]",
                "/api/dispatch/jobs headers {\"X-A\":\"a\\r\\nb\"}",
                "/api/dispatch/jobs headers {\"X A\":\"a\"}",
                "/api/dispatch/jobs dispatchPoolId \"0000000000000\""
            })
    void whatDoesNotFitIsNamed(String line) {
        String[] parts = line.strip().split(" ", 3);
        ObjectNode body = (ObjectNode) JsonMapper.shared().readTree(VALID.getOrDefault(parts[0], "{}"));
        body.set(parts[1], JsonMapper.shared().readTree(parts[2]));
        api.post(parts[0], body).expectRefusalOf(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "nul",
                "null",
                "7",
                "\"text\"",
                "{\"a\":}",
                "{'a':1}",
                "{\"a\":1}}",
                "{\"a\":1,}",
                "{\"type\":\"t\",\"type\":\"t\",\"code\":\"c\",\"code\":\"c\",\"name\":\"n\",\"name\":\"n\"}"
            })
    void bodiesThatAreNoObjectAreRefused(String body) {
        for (String endpoint : VALID.keySet()) {
            api.post(endpoint, body).expectProblem();
        }
        for (String endpoint : List.of("/api/events/batch", "/api/dispatch/jobs/batch")) {
            api.post(endpoint, body).expectProblem();
            if (!body.isBlank()) {
                api.post(endpoint, "[" + body + "]").expectProblem();
            }
        }
    }

    @Test
    void missingFieldsAreNamed() {
        api.post("/api/events", "{}").expectRefusalOf("type");
        api.post("/api/subscriptions", "{}")
                .expectRefusalOf("code")
                .expectRefusalOf("target")
                .expectRefusalOf("eventTypes");
        api.post("/api/dispatch/jobs", "{}").expectRefusalOf("code").expectRefusalOf("targetUrl");
        api.post("/api/dispatch-pools", "{}").expectRefusalOf("code");
        api.post("/api/service-accounts", "{}").expectRefusalOf("name");
        api.post("/api/event-types", "{}").expectRefusalOf("code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0HZXEQ5Y8JY5Z", "nonsense", "a%20b", "%00", "..%2f..%2fetc", "%27%20OR%201%3D1", "-1", "null"})
    void unknownIdsAreNotFound(String id) {
        for (String path : List.of(
                "/api/events/",
                "/api/subscriptions/",
                "/api/dispatch/jobs/",
                "/api/dispatch-pools/",
                "/api/service-accounts/",
                "/api/event-types/")) {
            assertThat(api.get(path + id).status()).as(path + id).isIn(400, 404);
            assertThat(api.delete(path + id).status()).as("DELETE " + path + id).isIn(400, 404, 405);
        }
        for (String action : List.of("retry", "cancel")) {
            assertThat(api.post("/api/dispatch/jobs/" + id + "/" + action).status())
                    .isIn(400, 404);
        }
        for (String action : List.of("pause", "resume", "test", "rotate-secret")) {
            assertThat(api.post("/api/subscriptions/" + id + "/" + action).status())
                    .isIn(400, 404);
        }
        for (String part : List.of("attempts", "explain")) {
            assertThat(api.get("/api/dispatch/jobs/" + id + "/" + part).status())
                    .isIn(400, 404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "page=-1",
                "page=x",
                "page=99999999999",
                "size=0",
                "size=-1",
                "size=x",
                "after=garbage",
                "status=NONE",
                "kind=NONE",
                "createdAfter=yesterday",
                "createdBefore=x",
                "subscriptionId=x",
                "dispatchPoolId=x",
                "eventId=x"
            })
    void searchesOfJobsRefuseWhatTheyDoNotUnderstand(String query) {
        ApiAnswer answer = api.get("/api/dispatch/jobs?" + query).expectProblem();
        assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"page=-1", "page=x", "size=0", "size=x", "after=garbage", "before=x"})
    void searchesOfEventsRefuseWhatTheyDoNotUnderstand(String query) {
        ApiAnswer answer = api.get("/api/events?" + query).expectProblem();
        assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
    }

    @Test
    void codesAreUniqueAndConflictsAreSaid() {
        for (String endpoint : List.of("/api/subscriptions", "/api/dispatch-pools", "/api/event-types")) {
            String body = VALID.getOrDefault(endpoint, "")
                    .replace("input\"", "input-twice\"")
                    .replace(":made", ":twice");
            api.post(endpoint, body).expect(201);
            api.post(endpoint, body).expect(409).expectProblem();
        }
    }

    @Test
    void sizesHaveLimitsAndChunkedBodiesAreAccepted() {
        String pad = "x".repeat(1_040_000);
        String large = "{\"type\":\"e2e:large\",\"data\":\"" + pad + "\"}";
        api.post("/api/events", large).expect(201);
        api.post("/api/events", BodyPublishers.ofInputStream(() -> stream(large)))
                .expect(201);
        String tooLarge = "{\"type\":\"e2e:large\",\"data\":\"" + pad + "y".repeat(10_000) + "\"}";
        api.post("/api/events", tooLarge).expect(413).expectProblem();
        api.post("/api/events", BodyPublishers.ofInputStream(() -> stream(tooLarge)))
                .expect(413);

        String batch = IntStream.range(0, 9).mapToObj(_ -> large).collect(Collectors.joining(",", "[", "]"));
        assertThat(api.post("/api/events/batch", batch)
                        .expect(201)
                        .path("count")
                        .asInt())
                .isEqualTo(9);
        String tooMuch = IntStream.range(0, 11).mapToObj(_ -> large).collect(Collectors.joining(",", "[", "]"));
        api.post("/api/events/batch", tooMuch).expect(413);
        String small = "{\"type\":\"e2e:large\"}";
        api.post(
                        "/api/events/batch",
                        IntStream.range(0, 100).mapToObj(_ -> small).collect(Collectors.joining(",", "[", "]")))
                .expect(201);
        api.post(
                        "/api/events/batch",
                        IntStream.range(0, 101).mapToObj(_ -> small).collect(Collectors.joining(",", "[", "]")))
                .expect(413);
        assertThat(api.post("/api/events/batch", "[]").status()).isIn(201, 400, 422);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void nestingHasALimit() {
        api.post("/api/events", nested(60)).expect(201);
        api.post("/api/events", nested(70)).expectRefusalOf("data");
        api.post("/api/events", nested(100_000)).expectProblem();
    }

    private static String nested(int depth) {
        return "{\"type\":\"e2e:deep\",\"data\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
    }

    @Test
    void oneBadItemRefusesTheBatchAndPartialStoresTheRest() {
        String type = "e2e:partial";
        String batch = "[" + event(type, "1") + ",{\"source\":\"x\"}," + event(type, "2")
                + ",{\"type\":\"t\",\"time\":\"x\"}," + event(type, "1") + "]";
        JsonNode errors = api.post("/api/events/batch", batch).expect(422).path("errors");
        assertThat(errors.valueStream()
                        .map(it -> it.path("index").asInt() + " "
                                + it.path("field").asString()))
                .containsExactlyInAnyOrder("1 type", "3 time");
        assertThat(api.get("/api/events?type=" + type)
                        .expect(200)
                        .path("totalItems")
                        .asInt())
                .isZero();

        ApiAnswer partial = api.post("/api/events/batch?partial=true", batch).expect(201);
        assertThat(partial.path("results").size()).isEqualTo(5);
        assertThat(partial.path("count").asInt()).isEqualTo(3);
        assertThat(partial.path("duplicateCount").asInt()).isEqualTo(1);
        assertThat(partial.path("results").get(1).path("error").asString()).contains("type");
        assertThat(api.get("/api/events?type=" + type)
                        .expect(200)
                        .path("totalItems")
                        .asInt())
                .isEqualTo(2);
    }

    private static String event(String type, String key) {
        return "{\"type\":\"%s\",\"deduplicationId\":\"%s-%s\",\"data\":{}}".formatted(type, type, key);
    }

    @Test
    void eventsAreFoundByWhatTheySay() {
        String type = "e2e:found";
        String id = api.post("/api/events", """
                        {"type":"%s","source":"shop","subject":"order:9","correlationId":"cor","causationId":"cau",
                         "messageGroup":"grp","time":"2026-01-02T03:04:05Z","data":{"a":1.0},
                         "contextData":[{"key":"region","value":"us-west"},{"key":"customer id","value":"ä&b"}]}
                        """.formatted(type))
                .expect(201)
                .path("event")
                .path("id")
                .asString();
        api.post("/api/events", "{\"type\":\"%s\",\"subject\":\"order:8\"}".formatted(type))
                .expect(201);

        for (String query : List.of(
                "source=shop",
                "subject=order:9",
                "correlationId=cor",
                "causationId=cau",
                "messageGroup=grp",
                "contextData.region=us-west",
                "contextData.customer%20id=%C3%A4%26b",
                "contextData.region=us-west&contextData.customer%20id=%C3%A4%26b")) {
            JsonNode found = api.get("/api/events?type=" + type + "&" + query)
                    .expect(200)
                    .path("items");
            assertThat(found.valueStream().map(it -> it.path("id").asString()))
                    .as(query)
                    .containsExactly(id);
        }
        assertThat(api.get("/api/events?type=" + type + "&contextData.region=us-east")
                        .expect(200)
                        .path("items")
                        .size())
                .isZero();
        assertThat(api.get("/api/events?type=" + type)
                        .expect(200)
                        .path("items")
                        .get(1)
                        .path("id")
                        .asString())
                .as("newest first")
                .isEqualTo(id);
        ApiAnswer event = api.get("/api/events/" + id).expect(200);
        assertThat(event.body()).contains("1.0");
        assertThat(event.text("time")).startsWith("2026-01-02T03:04:05");
        assertThat(event.text("specVersion")).isEqualTo("1.0");
    }
}
