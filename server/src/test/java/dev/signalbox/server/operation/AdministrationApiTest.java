package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The administration API over HTTP. */
class AdministrationApiTest extends PostgresOperationTest {
    private static final String SLOW = "poll: { interval: 1h }";
    private static final String RELAY = "/api/relays/events";

    @Test
    void aRelayIsShownWithItsBacklogItsOwnersAndItsPause() throws Exception {
        world.status = 503;
        ServedNode node = serving("one", "poll: { interval: 50ms }");
        world.sql(
                "INSERT INTO outbox_events SELECT 'm' || s, 'E', NULL, '{}', 'PENDING', 0, now() AT TIME ZONE 'UTC' - interval '1 h'"
                        + " FROM generate_series(1, 20) s");
        world.createPauses();

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            JsonNode relay = world.json(world.get(node, RELAY));
            assertThat(relay.path("state").asString()).isEqualTo("OUTAGE");
            assertThat(relay.path("backlog").path("value").asInt()).isEqualTo(20);
        });
        JsonNode relay = world.json(world.get(node, "/api/relays")).get(0);
        assertThat(relay.path("backlog").path("estimated").asBoolean()).isFalse();
        assertThat(relay.path("oldestAgeSeconds").asDouble()).isBetween(3600.0, 3700.0);
        assertThat(relay.path("owners").get(0).path("node").asString()).isEqualTo("one");
        assertThat(relay.path("owners").get(0).path("shards").asInt()).isEqualTo(64);
        assertThat(relay.path("holding").asString()).isEqualTo("mark");
        assertThat(relay.path("coordination").asString()).isEqualTo("leader");
        assertThat(relay.path("ratePerSecond").isNumber()).isTrue();
        assertThat(relay.path("problem").asString()).contains("503");
        assertThat(relay.has("facts")).isFalse();

        JsonNode paused = world.json(world.post(node, RELAY + "/pause", "{\"reason\":\"a new database\"}"));
        assertThat(paused.path("state").asString()).isEqualTo("PAUSED");
        assertThat(paused.path("pause").path("reason").asString()).isEqualTo("a new database");
        JsonNode resumed = world.json(world.post(node, RELAY + "/resume", ""));
        assertThat(resumed.path("state").asString()).isEqualTo("OUTAGE");
        assertThat(resumed.has("pause")).isFalse();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(world.scrape())
                        .contains(
                                "signalbox_relay_operator_actions_total{action=\"pause\",relay=\"events\"} 1.0",
                                "signalbox_relay_backlog_messages{relay=\"events\"} 20.0",
                                "signalbox_relay_shards{relay=\"events\"} 64.0",
                                "signalbox_relay_hand_overs_total{relay=\"events\"} 64.0"));
    }

    @Test
    void withoutASchemaOfItsOwnAPauseIsRefusedWithTheReason() throws Exception {
        world.sql("DROP ROLE IF EXISTS guest");
        world.sql("CREATE ROLE guest LOGIN; GRANT SELECT, UPDATE ON outbox_events TO guest");
        try {
            ServedNode node = world.serve("one", SLOW, "", "guest");
            await().atMost(Duration.ofSeconds(20))
                    .until(() ->
                            world.get(node, RELAY + "/messages?state=failed").statusCode() == 200);

            HttpResponse<String> refused = world.post(node, RELAY + "/pause", "{}");

            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(world.json(refused).path("detail").asString())
                    .contains("schema signalbox", "permission denied", "docs/operating.md");
            assertThat(world.json(world.get(node, RELAY)).path("coordination").asString())
                    .isEqualTo("lock-only");
            world.insert("dead", "", "FAILED");
            HttpResponse<String> discard = world.post(node, RELAY + "/messages/dead/discard", "{\"confirm\":true}");
            assertThat(discard.statusCode()).isEqualTo(409);
            assertThat(discard.body()).contains("GRANT DELETE");
        } finally {
            world.close();
            world.sql("DROP OWNED BY guest; DROP ROLE guest");
        }
    }

    @Test
    void messagesAreListedPageByPage() throws Exception {
        ServedNode node = serving("one", SLOW);
        world.sql(
                "INSERT INTO outbox_events SELECT 'f' || lpad(s::text, 3, '0'), CASE WHEN s % 3 = 0 THEN 'A' ELSE 'B' END, 'g' || s % 2, '{\"n\":1}',"
                        + " 'FAILED', 3, now(), now(), 'HTTP 422 of ' || s FROM generate_series(1, 30) s");

        JsonNode first = world.json(world.get(node, RELAY + "/messages?state=failed&limit=20"));
        assertThat(first.path("messages")).hasSize(20);
        assertThat(first.toString()).doesNotContain("payload");
        JsonNode second = world.json(world.get(
                node,
                RELAY + "/messages?state=failed&limit=20&after="
                        + first.path("next").asString()));
        assertThat(second.path("messages")).hasSize(10);
        assertThat(second.has("next")).isFalse();
        assertThat(world.json(world.get(node, RELAY + "/messages?state=FAILED&group=g1&type=A"))
                        .path("messages"))
                .hasSize(5);
        assertThat(world.json(world.get(node, RELAY + "/messages?state=failed&reasonContains=of%2030"))
                        .path("messages"))
                .hasSize(1);
        assertThat(world.json(world.get(node, RELAY + "/messages?state=completed"))
                        .path("messages"))
                .isEmpty();
    }

    @Test
    void idsMayHaveAnyCharacter() throws Exception {
        ServedNode node = serving("one", SLOW);
        for (String id :
                List.of("a/b", "ü €?#%25", "a\\b", "x;y=1&z", "retry", "../../x", "'; DROP --", "%2F", "日本/語")) {
            world.insert(id.replace("'", "''"), "", "FAILED");
            JsonNode message = world.message(node, id);
            assertThat(message.path("id").asString()).as(message.toString()).isEqualTo(id);
            assertThat(message.path("payload").path("text").asString()).isEqualTo("{\"secret\":1}");
            HttpResponse<String> retried =
                    world.post(node, RELAY + "/messages/" + PostgresRelaysFixture.encoded(id) + "/retry", "");
            assertThat(retried.statusCode()).as(id).isEqualTo(200);
            assertThat(world.json(retried).path("retried").asString()).isEqualTo(id);
            assertThat(world.message(node, id).path("state").asString()).isNotEqualTo("FAILED");
        }
    }

    @Test
    void missingAndNotFailedMessagesGetDifferentErrors() throws Exception {
        ServedNode node = serving("one", SLOW);
        world.awaitFirstLook("events");
        world.insert("waits", "", "PENDING");
        world.insert("dead", "", "FAILED");

        problem(world.get(node, "/api/relays/nowhere"), 404, "not_found", "no relay 'nowhere'");
        problem(world.get(node, "/api/relays/nowhere/messages?state=failed"), 404, "not_found", "nowhere");
        problem(world.get(node, RELAY + "/messages/nothing"), 404, "not_found", "no message 'nothing'");
        problem(world.post(node, RELAY + "/messages/nothing/retry", ""), 404, "not_found", "nothing");
        problem(world.post(node, RELAY + "/messages/waits/retry", ""), 409, "conflict", "is PENDING");
        problem(
                world.post(node, RELAY + "/messages/waits/discard", "{\"confirm\":true}"),
                409,
                "conflict",
                "is PENDING");
        problem(world.post(node, RELAY + "/messages/dead/discard", ""), 400, "bad_request", "confirm");
        assertThat(world.count("FAILED")).isEqualTo(1);
        assertThat(world.post(node, RELAY + "/messages/dead/discard", "{\"confirm\":true}")
                        .statusCode())
                .isEqualTo(200);
        problem(world.get(node, RELAY + "/messages/dead"), 404, "not_found", "dead");
    }

    @Test
    void badParametersAreNamedWithWhatIsAllowed() throws Exception {
        ServedNode node = serving("one", SLOW);
        Map<String, String> bad = Map.of(
                "?state=dead",
                "state",
                "",
                "state",
                "?state=failed&limit=0",
                "limit",
                "?state=failed&limit=501",
                "limit",
                "?state=failed&limit=x",
                "limit",
                "?state=failed&after=x",
                "after",
                "?state=failed&grop=x",
                "grop",
                "?state=failed&state=failed",
                "state",
                "?state=failed&changedBefore=yesterday",
                "changedBefore",
                "?state=failed&group=" + "x".repeat(1001),
                "group");
        for (Map.Entry<String, String> each : bad.entrySet()) {
            HttpResponse<String> refused = world.get(node, RELAY + "/messages" + each.getKey());
            problem(refused, 400, "bad_request", each.getValue());
            assertThat(world.json(refused).path("parameter").asString()).isEqualTo(each.getValue());
            assertThat(world.json(refused).path("allowed").asString()).isNotBlank();
        }
    }

    @Test
    void badBodiesAreNamedWithWhatIsAllowed() throws Exception {
        ServedNode node = serving("one", SLOW);
        Map<String, String> bodies = Map.of(
                "{\"groop\":\"x\"}", "groop",
                "{\"limit\":\"5\"}", "limit",
                "{\"limit\":10001}", "limit",
                "{\"dryRun\":1}", "dryRun",
                "{\"failedBefore\":\"2026\"}", "failedBefore",
                "[1]", "body");
        for (Map.Entry<String, String> each : bodies.entrySet()) {
            problem(world.post(node, RELAY + "/failed/retry", each.getKey()), 400, "bad_request", each.getValue());
        }
        problem(world.post(node, RELAY + "/failed/discard", "{}"), 400, "bad_request", "confirm");
        problem(world.post(node, RELAY + "/failed/retry", "{nonsense"), 400, "bad_request", "");
        problem(
                world.post(node, RELAY + "/pause", "{\"reason\":\"" + "x".repeat(501) + "\"}"),
                400,
                "bad_request",
                "reason");
    }

    @Test
    void manyAreRetriedAfterADryRun() throws Exception {
        ServedNode node = serving("one", "poll: { interval: 100ms }");
        world.sql(
                "INSERT INTO outbox_events SELECT 'f' || lpad(s::text, 5, '0'), 'EVENT', 'g' || s % 7, '{}', 'FAILED', 3, now(), now(), 'HTTP 422'"
                        + " FROM generate_series(1, 1200) s");
        world.answers.drainPermits();

        JsonNode dry = world.json(world.post(node, RELAY + "/failed/retry", "{\"limit\":10000,\"dryRun\":true}"));
        assertThat(dry.path("dryRun").asBoolean()).isTrue();
        assertThat(dry.path("messages").asInt()).isEqualTo(1200);
        assertThat(dry.path("sample")).hasSize(10);
        assertThat(world.count("FAILED")).isEqualTo(1200);

        JsonNode some = world.json(
                world.post(node, RELAY + "/failed/discard", "{\"group\":\"g0\",\"limit\":50,\"confirm\":true}"));
        assertThat(some.path("messages").asInt()).isEqualTo(50);
        assertThat(some.path("more").asBoolean()).isTrue();
        JsonNode rest = world.json(world.post(node, RELAY + "/failed/retry", "{\"limit\":10000}"));
        assertThat(rest.path("messages").asInt()).isEqualTo(1150);
        assertThat(world.count("FAILED")).isZero();

        world.answers.release(1_000_000);
        await().atMost(Duration.ofSeconds(30)).until(() -> world.count("COMPLETED") == 1150);
    }

    private ServedNode serving(String name, String settings) throws Exception {
        ServedNode node = world.serve(name, settings);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.relays().relays().getFirst().state() == RelayView.State.DELIVERING);
        return node;
    }

    private void problem(HttpResponse<String> response, int status, String error, String detail) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        JsonNode problem = world.json(response);
        assertThat(problem.path("error").asString()).isEqualTo(error);
        assertThat(problem.path("detail").asString()).contains(detail);
    }
}
