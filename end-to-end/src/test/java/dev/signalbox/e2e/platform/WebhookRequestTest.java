package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a receiver gets: body, headers and signatures, checked without any code of Signalbox. */
class WebhookRequestTest extends PlatformTest {
    private static final String GIVEN = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDAhxNFCuLWiY=";

    @Test
    void theDataAreTheWholeBodyByDefault() {
        SubscribedTarget target = subscribe("data-only", DEFAULTS);
        String data =
                "{\"amount\": 99.990, \"big\": 12345678901234567890.10, \"e\": 1e-7,\"z\":0.0,\"a\":\"ä€😀\\u0041\"}";
        String id = post("{\"type\":\"%s\",\"subject\":\"order:1\",\"correlationId\":\"c-1\",\"data\":%s}"
                .formatted(target.type(), data));

        ReceivedWebhook webhook = target.awaitCount(1, seconds(10)).received().getFirst();
        assertThat(webhook.method()).isEqualTo("POST");
        assertThat(webhook.text()).as("to the digit").isEqualTo(data);
        assertThat(webhook.header("Content-Type")).startsWith("application/json");
        assertHeaders(webhook, target, id);
        assertThat(webhook.header("X-FlowCatalyst-Subject")).isEqualTo("order:1");
        assertThat(webhook.header("X-FlowCatalyst-Correlation-ID")).isEqualTo("c-1");
        SignatureCheck.assertSigned(webhook, target.secret());
    }

    private static void assertHeaders(ReceivedWebhook webhook, SubscribedTarget target, String eventId) {
        assertThat(webhook.id()).matches("[0-9A-Z]{13}");
        assertThat(webhook.header("X-FlowCatalyst-ID")).isEqualTo(webhook.id());
        assertThat(webhook.header("X-FlowCatalyst-Causation-ID")).isEqualTo(eventId);
        assertThat(webhook.header("X-FlowCatalyst-Kind")).isEqualTo("EVENT");
        assertThat(webhook.header("X-FlowCatalyst-Code")).isEqualTo(target.type());
        assertThat(webhook.has("Authorization")).isFalse();
    }

    @Test
    void otherwiseAnEnvelopeIsAroundThem() {
        SubscribedTarget target = subscribe("envelope", body -> body.put("dataOnly", false));
        Instant before = Instant.now();
        String id = post("{\"type\":\"%s\",\"subject\":\"order:2\",\"correlationId\":\"c-2\",\"data\":{\"x\":1.500}}"
                .formatted(target.type()));

        ReceivedWebhook webhook = target.awaitCount(1, seconds(10)).received().getFirst();
        JsonNode body = webhook.json();
        assertThat(body.propertyNames())
                .containsExactlyInAnyOrder(
                        "id", "kind", "code", "subject", "eventId", "correlationId", "timestamp", "data");
        assertThat(body.path("id").asString()).isEqualTo(webhook.id()).isEqualTo(onlyJob(target));
        assertThat(body.path("kind").asString()).isEqualTo("EVENT");
        assertThat(body.path("code").asString()).isEqualTo(target.type());
        assertThat(body.path("subject").asString()).isEqualTo("order:2");
        assertThat(body.path("eventId").asString()).isEqualTo(id);
        assertThat(body.path("correlationId").asString()).isEqualTo("c-2");
        assertThat(Instant.parse(body.path("timestamp").asString()))
                .isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
        assertThat(webhook.text()).contains("1.500");
        assertHeaders(webhook, target, id);
        SignatureCheck.assertSigned(webhook, target.secret());
    }

    @Test
    void headersWithoutAValueAreLeftOut() {
        SubscribedTarget target = subscribe("bare", DEFAULTS);
        post("{\"type\":\"%s\"}".formatted(target.type()));

        ReceivedWebhook webhook = target.awaitCount(1, seconds(10)).received().getFirst();
        assertThat(webhook.has("X-FlowCatalyst-Subject")).isFalse();
        assertThat(webhook.has("X-FlowCatalyst-Correlation-ID")).isFalse();
        SignatureCheck.assertSigned(webhook, target.secret());
    }

    @Test
    void aStringOfJsonArrivesAsTheJsonAndAnyOtherStringAsAString() {
        SubscribedTarget target = subscribe("string-data", DEFAULTS);
        String event = "{\"type\":\"%s\",\"data\":%s}";
        post(event.formatted(target.type(), "\"{\\\"amount\\\": 10.00}\""));
        target.awaitCount(1, seconds(10));
        post(event.formatted(target.type(), "\"not json\""));
        target.awaitCount(2, seconds(10));
        post(event.formatted(target.type(), "[1,2.0]"));
        target.awaitCount(3, seconds(10));

        assertThat(target.received().stream().map(ReceivedWebhook::text))
                .containsExactly("{\"amount\": 10.00}", "\"not json\"", "[1,2.0]");
    }

    @Test
    void hardTextsArriveAsTheyWereWritten() {
        SubscribedTarget target = subscribe("hard-texts", body -> body.put("dataOnly", false));
        String subject = "ä€ % \\\"q\\\" \\\\ 😀";
        post("{\"type\":\"%s\",\"subject\":\"%s\",\"data\":{\"t\":\"a\\u0000b\\ud800\"}}"
                .formatted(target.type(), subject));

        ReceivedWebhook webhook = target.awaitCount(1, seconds(10)).received().getFirst();
        assertThat(webhook.json().path("subject").asString()).isEqualTo("ä€ % \"q\" \\ 😀");
        assertThat(webhook.text()).contains("a\\u0000b\\ud800");
        SignatureCheck.assertSigned(webhook, target.secret());
    }

    @Test
    void aGivenSecretSignsAndIsShownOnceOnly() {
        SubscribedTarget target = subscribe("given-secret", body -> body.put("secret", GIVEN));
        assertThat(target.secret()).isEqualTo(GIVEN);
        target.post("g", 1);

        target.awaitCount(1, seconds(10));
        SignatureCheck.assertSigned(target.received().getFirst(), GIVEN);
        assertThat(target.shown().has("secret")).isFalse();
        assertThat(api.get("/api/subscriptions?size=200").expect(200).body()).doesNotContain(GIVEN);
        assertThat(api.get("/api/dispatch/jobs?size=200").expect(200).body()).doesNotContain(GIVEN);
        assertThat(node.log()).doesNotContain(GIVEN).doesNotContain(PlatformApi.TOKEN);
    }

    @Test
    void aSecretOfAnotherFormIsRefusedOrSignsAsItsText() {
        String secret = "an-old-flowcatalyst-secret-31";
        ObjectNode body = SubscribedTarget.body("old-secret", "e2e:old-secret", receiver.url("/old-secret"));
        ApiAnswer answer = api.post("/api/subscriptions", body.put("secret", secret));
        if (answer.status() != 201) {
            answer.expectRefusalOf("secret");
            return;
        }
        api.post("/api/events", SubscribedTarget.event("e2e:old-secret", "g", 1))
                .expect(201);
        fixture.awaitReceived("/old-secret", 1, seconds(10));
        ReceivedWebhook webhook = receiver.at("/old-secret").getFirst();
        assertThat(webhook.header("X-FLOWCATALYST-SIGNATURE")).isEqualTo(SignatureCheck.flowCatalyst(webhook, secret));
    }

    @Test
    void duringARotationBothSecretsVerify() {
        SubscribedTarget target = subscribe("rotation", DEFAULTS);
        String fresh = api.post("/api/subscriptions/" + target.id() + "/rotate-secret")
                .expectSuccess()
                .text("secret");
        assertThat(fresh).startsWith("whsec_").isNotEqualTo(target.secret());
        target.post("g", 1);

        ReceivedWebhook webhook = target.awaitCount(1, seconds(10)).received().getFirst();
        assertThat(SignatureCheck.standardSignatures(webhook)).hasSize(2);
        assertThat(SignatureCheck.isStandard(webhook, target.secret())).isTrue();
        SignatureCheck.assertSigned(webhook, fresh);
        assertThat(target.shown().has("secret")).isFalse();
    }

    @Test
    void jobsThatWaitAreSignedWithTheSecretOfTheAttempt() {
        SubscribedTarget target = subscribe("rotated-while-waiting", DEFAULTS);
        target.pause();
        target.post("g", 1);
        String fresh = api.post("/api/subscriptions/" + target.id() + "/rotate-secret")
                .expectSuccess()
                .text("secret");
        target.resume();

        target.awaitCount(1, seconds(10));
        SignatureCheck.assertSigned(target.received().getFirst(), fresh);
    }

    @Test
    void aServiceAccountBringsItsBearerTokenWhichIsNeverShown() {
        String token = "receiver-token-8Hd2";
        String account = api.post(
                        "/api/service-accounts",
                        PlatformApi.object().put("name", "shop").put("bearerToken", token))
                .expect(201)
                .text("id");
        SubscribedTarget target = subscribe("account", body -> body.put("serviceAccountId", account));
        target.post("g", 1);

        target.awaitCount(1, seconds(10));
        assertThat(target.received().getFirst().header("Authorization")).isEqualTo("Bearer " + token);
        SignatureCheck.assertSigned(target.received().getFirst(), target.secret());
        assertThat(api.get("/api/service-accounts/" + account).expect(200).body())
                .doesNotContain(token);
        assertThat(node.log()).doesNotContain(token);
    }

    @Test
    void headersOfTheConfigurationAreSentAndOursAreNotReplaced() {
        SubscribedTarget target =
                subscribe("config-headers", body -> entry(entry(body, "header.X-Tenant", "blue"), "colour", "red"));
        target.post("g", 1);
        target.awaitCount(1, seconds(10));
        assertThat(target.received().getFirst().header("X-Tenant")).isEqualTo("blue");

        for (String name : List.of("webhook-id", "Host", "Content-Length", "Connection", "X-FlowCatalyst-ID")) {
            ObjectNode body = SubscribedTarget.body("bad-header", "e2e:bad-header", receiver.url("/bad-header"));
            ApiAnswer answer = api.post("/api/subscriptions", entry(body, "header." + name, "forged"));
            if (answer.status() == 201) {
                assertNotForged(name, answer.text("id"));
            } else {
                answer.expectRefusalOf("customConfig");
            }
        }
        ObjectNode split = SubscribedTarget.body("split", "e2e:split", receiver.url("/split"));
        api.post("/api/subscriptions", entry(split, "header.X-Split", "a\r\nX-Forged: 1"))
                .expectRefusalOf("customConfig");
    }

    private void assertNotForged(String name, String subscription) {
        int before = receiver.at("/bad-header").size();
        api.post("/api/events", SubscribedTarget.event("e2e:bad-header", "g", 1))
                .expect(201);
        fixture.awaitReceived("/bad-header", before + 1, seconds(10));
        assertThat(receiver.at("/bad-header").getLast().header(name)).doesNotContain("forged");
        api.delete("/api/subscriptions/" + subscription).expectSuccess();
    }

    private static ObjectNode entry(ObjectNode body, String key, String value) {
        ArrayNode entries = body.path("customConfig").isArray()
                ? (ArrayNode) body.path("customConfig")
                : body.putArray("customConfig");
        entries.addObject().put("key", key).put("value", value);
        return body;
    }

    @Test
    void aTestDeliveryIsSignedAndAnsweredWithWhatTheTargetSaid() {
        SubscribedTarget target = subscribe("test-delivery", DEFAULTS);
        target.answer((_, _) -> WebhookReply.body(418, "short and stout"));
        ApiAnswer answer =
                api.post("/api/subscriptions/" + target.id() + "/test").expectSuccess();

        assertThat(answer.body()).contains("418").contains("short and stout");
        SignatureCheck.assertSigned(target.received().getFirst(), target.secret());
        target.staysAt(1, seconds(1));
    }

    @Test
    void cloudEventsAreAcceptedSingleAndInBatches() {
        SubscribedTarget target = subscribe("cloud", body -> body.put("dataOnly", false));
        String single = cloudEvent(target.type(), "ce-1");
        api.post("/api/events", "application/cloudevents+json", single).expect(201);
        api.post("/api/events", "application/cloudevents+json; charset=utf-8", single)
                .expect(200);
        api.post(
                        "/api/events/batch",
                        "application/cloudevents-batch+json",
                        "[" + single + "," + cloudEvent(target.type(), "ce-2") + "]")
                .expect(201);

        target.awaitCount(2, seconds(10));
        assertThat(target.received()
                        .getFirst()
                        .json()
                        .path("data")
                        .path("total")
                        .asInt())
                .isEqualTo(7);
        assertThat(target.received().getFirst().header("X-FlowCatalyst-Subject"))
                .isEqualTo("order:ce");
        target.staysAt(2, seconds(1));
    }

    private static String cloudEvent(String type, String id) {
        return """
                {"specversion":"1.0","id":"%s","source":"/shop","type":"%s","subject":"order:ce",
                 "time":"2026-01-02T03:04:05Z","datacontenttype":"application/json","data":{"total":7}}
                """.formatted(id, type);
    }

    @Test
    void aBindingWithAVersionTakesEqualOnesOnly() {
        SubscribedTarget target = subscribe(
                "version", body -> ((ObjectNode) body.path("eventTypes").get(0)).put("specVersion", "2.0"));
        post("{\"type\":\"%s\",\"data\":{\"n\":1}}".formatted(target.type()));
        post("{\"type\":\"%s\",\"specVersion\":\"2.0\",\"data\":{\"n\":2}}".formatted(target.type()));
        post("{\"type\":\"%s\",\"specVersion\":\"2.1\",\"data\":{\"n\":3}}".formatted(target.type()));

        target.awaitCount(1, seconds(10));
        target.staysAt(1, seconds(1));
        assertThat(target.numbers()).containsExactly(2);
    }

    private String post(String event) {
        return api.post("/api/events", event)
                .expect(201)
                .path("event")
                .path("id")
                .asString();
    }

    private static String onlyJob(SubscribedTarget target) {
        return target.jobs().getFirst().path("id").asString();
    }
}
