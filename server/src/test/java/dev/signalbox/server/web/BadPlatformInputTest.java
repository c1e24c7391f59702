package dev.signalbox.server.web;

import static dev.signalbox.server.web.ApiProblems.assertProblem;
import static dev.signalbox.server.web.ApiProblems.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.web.PlatformNode.Answer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client sends, the answer is a problem document that names what is wrong. */
@SuppressWarnings("NullAway.Init") // set before all tests
class BadPlatformInputTest {
    /** A valid body for each address that takes one. */
    private static final Map<String, String> VALID = Map.of(
            "/api/events", "\"type\":\"t\"",
            "/api/event-types", "\"code\":\"a:b:c:d\"",
            "/api/subscriptions", "\"code\":\"s\",\"target\":\"https://receiver.invalid/\",\"eventTypes\":[\"t\"]",
            "/api/service-accounts", "\"name\":\"n\"",
            "/api/dispatch-pools", "\"code\":\"p\"",
            "/api/dispatch/jobs", "\"code\":\"c\",\"targetUrl\":\"https://receiver.invalid/\"");

    private static final List<String> WRONG_VALUES = List.of(
            "1",
            "-1",
            "1e999",
            "123456789012345678901234567890",
            "true",
            "[]",
            "[[]]",
            "{}",
            "[1]",
            "\"\\u0000\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\udc00x\"",
            "\"" + "x".repeat(5_000) + "\"",
            "\" \"",
            "\"\\n\"",
            "-0",
            "0.5",
            "{\"a\":{\"b\":[]}}",
            "{\"\\ud800\":1}",
            "{\"a\\u0000\":\"x\"}",
            "[null]",
            "[{}]",
            "\"2026-13-45T99:99:99Z\"",
            "\"+1000000000-12-31T00:00:00Z\"");

    private static final Map<String, List<String>> MEMBERS = Map.of(
            "/api/events",
                    List.of(
                            "type",
                            "specVersion",
                            "source",
                            "subject",
                            "time",
                            "correlationId",
                            "causationId",
                            "deduplicationId",
                            "id",
                            "messageGroup",
                            "clientId",
                            "contextData"),
            "/api/event-types", List.of("code", "name", "description", "status"),
            "/api/subscriptions",
                    List.of(
                            "code",
                            "name",
                            "description",
                            "clientId",
                            "eventTypes",
                            "target",
                            "queue",
                            "mode",
                            "dispatchPoolId",
                            "timeoutSeconds",
                            "maxRetries",
                            "sequence",
                            "dataOnly",
                            "serviceAccountId",
                            "maxAgeSeconds",
                            "delaySeconds",
                            "status",
                            "whilePaused",
                            "customConfig",
                            "secret",
                            "unknown"),
            "/api/service-accounts", List.of("name", "clientId", "bearerToken", "signingSecret", "unknown"),
            "/api/dispatch-pools",
                    List.of("code", "name", "description", "clientId", "rateLimit", "concurrency", "status", "unknown"),
            "/api/dispatch/jobs",
                    List.of(
                            "kind",
                            "code",
                            "source",
                            "subject",
                            "eventId",
                            "subscriptionId",
                            "targetUrl",
                            "payloadContentType",
                            "messageGroup",
                            "mode",
                            "dispatchPoolId",
                            "timeoutSeconds",
                            "maxRetries",
                            "sequence",
                            "dataOnly",
                            "serviceAccountId",
                            "scheduledFor",
                            "expiresAt",
                            "correlationId",
                            "idempotencyKey",
                            "externalId",
                            "headers",
                            "metadata",
                            "secret",
                            "clientId"));

    @AutoClose
    private static PlatformNode node;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = PlatformNode.start(folder, "");
    }

    @Test
    void noValueOfAnyFieldIsAnInternalError() throws Exception {
        for (Map.Entry<String, List<String>> route : MEMBERS.entrySet()) {
            for (String member : route.getValue()) {
                for (String value : WRONG_VALUES) {
                    String others = String.valueOf(VALID.get(route.getKey()))
                            .replaceAll("\"" + member + "\":(\\[[^]]*]|\"[^\"]*\"),?", "")
                            .replaceAll(",$", "");
                    String body = "{\"" + member + "\":" + value + (others.isEmpty() ? "" : "," + others) + "}";
                    Answer answer = node.send("POST", route.getKey(), "application/json", body);
                    assertAccepted(answer, route.getKey() + " " + body, member);
                }
            }
        }
    }

    @Test
    void noValueOfAnyFieldOfAChangeIsAnInternalError() throws Exception {
        Map<String, String> entries = Map.of(
                "/api/event-types", "\"code\":\"x:b:c:d\"",
                "/api/subscriptions", "\"code\":\"x\",\"target\":\"https://receiver.invalid/\",\"eventTypes\":[\"t\"]",
                "/api/service-accounts", "\"name\":\"x\"",
                "/api/dispatch-pools", "\"code\":\"x\"");
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            Answer created = node.send("POST", entry.getKey(), "application/json", "{" + entry.getValue() + "}");
            String path = entry.getKey() + "/" + created.text("id");
            Set<String> members = new TreeSet<>(Set.of("id", "createdAt", "updatedAt", "pauseReason", "version"));
            members.addAll(MEMBERS.getOrDefault(entry.getKey(), List.of()));
            for (String member : members) {
                for (String value : WRONG_VALUES) {
                    String body = "{\"" + member + "\":" + value + "}";
                    assertAccepted(node.send("PATCH", path, "application/json", body), path + " " + body, member);
                }
            }
            String stored = node.get(path).response().body();
            assertThat(node.send("PUT", path, "application/json", stored).status())
                    .as(stored)
                    .isEqualTo(200);
            Answer readOnly = node.patch(path, "{'id':'0000000000001','createdAt':'2020-01-01T00:00:00Z'}");
            assertThat(fields(readOnly)).as(path).containsExactly("id");
        }
    }

    @Test
    void anEmptyTextIsRefusedWhereItSaysNothing() throws Exception {
        Map<String, List<String>> members = Map.of(
                "/api/events", List.of("type", "specVersion", "time"),
                "/api/event-types", List.of("code", "name", "status"),
                "/api/subscriptions",
                        List.of(
                                "code",
                                "name",
                                "target",
                                "mode",
                                "dispatchPoolId",
                                "serviceAccountId",
                                "status",
                                "whilePaused",
                                "secret"),
                "/api/service-accounts", List.of("name", "bearerToken", "signingSecret"),
                "/api/dispatch-pools", List.of("code", "name", "status"),
                "/api/dispatch/jobs",
                        List.of(
                                "kind",
                                "code",
                                "eventId",
                                "subscriptionId",
                                "targetUrl",
                                "mode",
                                "dispatchPoolId",
                                "serviceAccountId",
                                "scheduledFor",
                                "expiresAt",
                                "secret"));
        for (Map.Entry<String, List<String>> route : members.entrySet()) {
            for (String member : route.getValue()) {
                String others = String.valueOf(VALID.get(route.getKey()))
                        .replaceAll("\"" + member + "\":\"[^\"]*\",?", "")
                        .replaceAll(",$", "");
                String body = "{\"" + member + "\":\"\"" + (others.isEmpty() ? "" : "," + others) + "}";
                Answer answer = node.send("POST", route.getKey(), "application/json", body);
                assertThat(fields(answer)).as(route.getKey() + body).containsExactly(member);
            }
        }
        assertThat(node.post("/api/events", "{'type':'t','subject':'','messageGroup':''}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aChangeToAnEmptyTextIsRefusedInsteadOfIgnored() throws Exception {
        String subscription = "/api/subscriptions/"
                + node.post(
                                "/api/subscriptions",
                                "{'code':'e','clientId':'c','target':'https://receiver.invalid/','eventTypes':['t']}")
                        .text("id");
        for (String member : List.of(
                "id", "code", "clientId", "name", "target", "mode", "status", "whilePaused", "dispatchPoolId")) {
            assertThat(fields(node.patch(subscription, "{'" + member + "':''}")))
                    .as(member)
                    .containsExactly(member);
        }
        String account = "/api/service-accounts/"
                + node.post("/api/service-accounts", "{'name':'e'}").text("id");
        for (String member : List.of("id", "name", "bearerToken", "signingSecret")) {
            assertThat(fields(node.patch(account, "{'" + member + "':''}")))
                    .as(member)
                    .containsExactly(member);
        }
        assertThat(fields(node.post(subscription + "/rotate-secret", "{'secret':''}")))
                .containsExactly("secret");
    }

    @Test
    void aRotationTakesJsonOnlyIfThereIsABody() throws Exception {
        String rotate = "/api/subscriptions/"
                + node.post(
                                "/api/subscriptions",
                                "{'code':'r','target':'https://receiver.invalid/','eventTypes':['t']}")
                        .text("id")
                + "/rotate-secret";
        Answer text = node.send("POST", rotate, "text/plain", "{\"secret\":\"0123456789abcdef\"}");
        assertThat(text.status()).isEqualTo(415);
        assertProblem(text, rotate);
        assertThat(node.send("POST", rotate, "text/plain", "").status()).isEqualTo(200);
    }

    /** Created, or refused with the name of the member. */
    private static void assertAccepted(Answer answer, String what, String member) {
        if (answer.status() >= 300) {
            assertProblem(answer, what);
            assertThat(answer.status()).as(what).isIn(400, 409, 422);
            if (answer.status() == 422) {
                assertThat(answer.json().path("errors").toString()).as(what).contains("\"field\":\"" + member);
            }
        }
    }

    @Test
    void whatIsNotOneJsonValueIsABadRequest() throws Exception {
        List<byte[]> bodies = List.of(
                new byte[0],
                bytes("{"),
                bytes("nonsense"),
                bytes("{} {}"),
                bytes("{\"type\":\"a\",}"),
                bytes("\u0000"),
                new byte[] {'"', (byte) 0xff, '"'},
                bytes("{\"type\":\"a\nb\"}"));
        for (String route : VALID.keySet()) {
            for (byte[] body : bodies) {
                Answer answer = node.send("POST", route, "application/json", body);
                assertThat(answer.status())
                        .as(route + new String(body, StandardCharsets.ISO_8859_1))
                        .isEqualTo(400);
                assertProblem(answer, route);
            }
            for (String notAnObject : List.of("1", "[]", "\"x\"", "null")) {
                Answer answer = node.send("POST", route, "application/json", notAnObject);
                assertProblem(answer, route + notAnObject);
            }
            String deep = "[".repeat(65) + "]".repeat(65);
            String open = "{\"data\":" + deep + ",\"payload\":" + deep + ",";
            assertProblem(node.send("POST", route, "application/json", open + VALID.get(route) + "}"), route);
            assertProblem(node.send("POST", route, "application/json", "[".repeat(100_000)), route);
        }
        for (String batch : List.of("/api/events/batch", "/api/dispatch/jobs/batch")) {
            for (String body : List.of("{}", "", "1", "[1]", "[null]", "[[]]", "[{},{}]")) {
                assertProblem(node.send("POST", batch, "application/json", body), batch + body);
            }
        }
    }

    @Test
    void otherTypesAndMethodsAreRefused() throws Exception {
        for (String route : VALID.keySet()) {
            for (String type : List.of(
                    "application/x-www-form-urlencoded",
                    "text/plain",
                    "application/xml",
                    "application/json; charset=UTF-16",
                    "nonsense",
                    "application/cloudevents-batch+json",
                    "multipart/form-data; boundary=x")) {
                Answer answer = node.send("POST", route, type, "{" + VALID.get(route) + "}");
                assertThat(answer.status()).as(route + type).isEqualTo(415);
                assertProblem(answer, route + type);
            }
            Answer put = node.send("PUT", route, "application/x-www-form-urlencoded", "a=b");
            assertThat(put.status()).as(route).isEqualTo(405);
            assertProblem(put, route);
            assertThat(node.send("DELETE", route, "application/json", "").status())
                    .isEqualTo(405);
        }
        assertThat(node.get("/api/events/batch").status()).isEqualTo(404);
        assertThat(node.get("/api/dispatch").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "page=-1,page",
        "page=x,page",
        "page=99999999999999999999,page",
        "page=2147483647,page",
        "size=0,size",
        "size=201,size",
        "size=,size",
        "unknown=1,unknown",
        "page=1&page=2,page",
        "page=1%00,page"
    })
    void badPagesAreNamed(String query, String parameter) throws Exception {
        for (String route : VALID.keySet()) {
            Answer answer = node.get(route + "?" + query);
            assertThat(answer.status()).as(route + query).isEqualTo(400);
            assertThat(answer.text("parameter")).as(route + query).isEqualTo(parameter);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/events?after=yesterday,after",
        "/api/events?type=a%00b,type",
        "/api/events?afterId=1,afterId",
        "/api/events?contextData.=1,contextData.",
        "/api/events?contextData.k=%00,contextData.k",
        "/api/dispatch/jobs?status=DONE,status",
        "/api/dispatch/jobs?status=,status",
        "/api/dispatch/jobs?kind=x,kind",
        "/api/dispatch/jobs?subscriptionId=1,subscriptionId",
        "/api/dispatch/jobs?subscriptionId=,subscriptionId",
        "/api/dispatch/jobs?dispatchPoolId=,dispatchPoolId",
        "/api/events?afterId=,afterId",
        "/api/dispatch/jobs?eventId=zzzzzzzzzzzzz,eventId",
        "/api/dispatch/jobs?createdAfter=1,createdAfter",
        "/api/dispatch/jobs?createdBefore=-999999999-01-01T00:00:00Z%00,createdBefore",
        "/api/subscriptions?after=x,after"
    })
    void badFiltersAreNamed(String path, String parameter) throws Exception {
        Answer answer = node.get(path);
        assertThat(answer.status()).as(path).isEqualTo(400);
        assertThat(answer.text("parameter")).as(path).isEqualTo(parameter);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/events?type=%zz",
                "/api/events?%zz=1",
                "/api/dispatch/jobs?code=%",
                "/api/subscriptions?a=%c3%28"
            })
    void aQueryThatCannotBeDecodedIsABadRequest(String address) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.getOutputStream()
                    .write(bytes("GET " + address
                            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                            + PlatformNode.TOKEN + "\r\n\r\n"));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json", "\"bad_request\"");
        }
    }

    @Test
    void timesFarAwayFindNothingOrAll() throws Exception {
        for (String time : List.of("-999999999-01-01T00:00:00Z", "1000-01-01T00:00:00Z", "9999-12-31T23:59:59Z")) {
            assertThat(node.get("/api/events?after=" + time).status()).as(time).isEqualTo(200);
            assertThat(node.get("/api/events?before=" + time).status()).as(time).isEqualTo(200);
            assertThat(node.get("/api/dispatch/jobs?createdAfter=" + time).status())
                    .as(time)
                    .isEqualTo(200);
        }
    }

    @Test
    void idsOfNothingAreNotFound() throws Exception {
        for (String id :
                List.of("x", "0000000000000", "ZZZZZZZZZZZZZ", "%00", "a%2Fb", "0".repeat(300), "%F0%9F%98%80")) {
            for (String route : VALID.keySet()) {
                assertNotFound(node.get(route + "/" + id), route + id);
            }
            for (String action : List.of(
                    "/api/event-types/%s/archive",
                    "/api/subscriptions/%s/pause",
                    "/api/subscriptions/%s/resume",
                    "/api/subscriptions/%s/rotate-secret",
                    "/api/subscriptions/%s/test",
                    "/api/dispatch-pools/%s/suspend",
                    "/api/dispatch/jobs/%s/retry",
                    "/api/dispatch/jobs/%s/cancel")) {
                assertNotFound(node.post(action.formatted(id), ""), action + id);
            }
            assertNotFound(node.patch("/api/subscriptions/" + id, "{}"), id);
            assertNotFound(node.delete("/api/service-accounts/" + id), id);
        }
    }

    /** The server itself refuses some spellings. */
    private static void assertNotFound(Answer answer, String what) {
        assertThat(answer.status()).as(what).isIn(400, 404);
        assertProblem(answer, what);
    }

    @Test
    void privateTargetsAreRefused() throws Exception {
        for (String target : List.of(
                "https://127.0.0.1/",
                "https://localhost/",
                "https://10.1.2.3/",
                "https://[::1]/",
                "https://169.254.169.254/",
                "https://2130706433/",
                "https://0x7f.1/",
                "http://receiver.invalid/",
                "https://user@receiver.invalid/",
                "ftp://receiver.invalid/",
                "nonsense")) {
            Answer subscription =
                    node.post("/api/subscriptions", "{'code':'p','eventTypes':['t'],'target':'" + target + "'}");
            assertThat(subscription.status()).as(target).isEqualTo(422);
            assertThat(subscription.json().path("errors").toString()).contains("\"field\":\"target\"");
            Answer job = node.post("/api/dispatch/jobs", "{'code':'p','targetUrl':'" + target + "'}");
            assertThat(job.status()).as(target).isEqualTo(422);
            assertThat(job.json().path("errors").toString()).contains("\"field\":\"targetUrl\"");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
