package dev.signalbox.platform.delivery;

import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.request;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.with;
import static dev.signalbox.platform.delivery.SinkFixtures.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.platform.delivery.DeliverySubscription.PreviousSecret;
import dev.signalbox.platform.delivery.ScriptedReceiver.Received;
import dev.signalbox.platform.job.JobKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a target receives. */
@Timeout(30)
class JobRequestTest {
    private static final String PREVIOUS = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    private final SinkFixtures fixture = new SinkFixtures();
    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private final DeliverySubscription usual =
            fixture.settings.subscription(1, receiver.url("/hook?key=the-query"), SECRET);

    JobRequestTest() throws IOException {}

    @AfterEach
    void close() {
        fixture.sink.close();
        receiver.close();
    }

    private Received deliver(DeliverySubscription subscription, String data) throws Exception {
        fixture.settings.put(subscription);
        fixture.registry.refresh();
        assertThat(fixture.send(fixture.job("0JOB000000001", 1, data))).isEqualTo(Outcome.DELIVERED);
        return receiver.last();
    }

    private static String standard(String secret, String text) {
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        return "v1," + Base64.getEncoder().encodeToString(Hmac.of(key, text));
    }

    @Test
    void aJobIsOneSignedRequest() throws Exception {
        Received request = deliver(usual, "{\"n\": 1.0, \"u\":\"ä\"}");

        assertThat(request.body()).isEqualTo("{\"n\": 1.0, \"u\":\"ä\"}");
        assertThat(request.header("Content-Type")).isEqualTo("application/json");
        assertThat(request.header("X-FlowCatalyst-ID")).isEqualTo("0JOB000000001");
        assertThat(request.header("X-FlowCatalyst-Causation-ID")).isEqualTo("0EVENT0000001");
        assertThat(request.header("X-FlowCatalyst-Kind")).isEqualTo("EVENT");
        assertThat(request.header("X-FlowCatalyst-Code")).isEqualTo("order.created");
        assertThat(request.header("X-FlowCatalyst-Subject")).isEqualTo("order%207");
        assertThat(request.header("X-FlowCatalyst-Correlation-ID")).isEqualTo("corr");
        assertThat(request.header("Authorization")).isEmpty();
        assertThat(request.header("webhook-id")).isEqualTo("0JOB000000001");
        assertThat(request.header("webhook-timestamp")).isEqualTo("1772366405");
        assertThat(request.header("webhook-signature"))
                .isEqualTo(standard(SECRET, "0JOB000000001.1772366405." + request.body()));
        assertThat(request.header("X-FLOWCATALYST-TIMESTAMP")).isEqualTo("2026-03-01T12:00:05.500Z");
        assertThat(request.header("X-FLOWCATALYST-SIGNATURE"))
                .isEqualTo(HexFormat.of()
                        .formatHex(Hmac.of(
                                SECRET.getBytes(StandardCharsets.UTF_8), "2026-03-01T12:00:05.500Z" + request.body())));
    }

    @Test
    void bothSecretsSignDuringARotationAndThenOne() throws Exception {
        PreviousSecret previous =
                new PreviousSecret(fixture.settings.stored(PREVIOUS, usual.id()), fixture.now.plusSeconds(1));
        DeliverySubscription rotated = with(usual, 86_400, Map.of(), previous);
        Received during = deliver(rotated, "{}");

        assertThat(during.header("webhook-signature"))
                .isEqualTo(standard(SECRET, "0JOB000000001.1772366405.{}") + " "
                        + standard(PREVIOUS, "0JOB000000001.1772366405.{}"));
        assertThat(during.header("X-FLOWCATALYST-SIGNATURE"))
                .isEqualTo(HexFormat.of()
                        .formatHex(Hmac.of(SECRET.getBytes(StandardCharsets.UTF_8), "2026-03-01T12:00:05.500Z{}")));

        fixture.now = fixture.now.plusSeconds(1);
        fixture.send(fixture.job("0JOB000000002", 1, "{}"));
        assertThat(receiver.last().header("webhook-signature"))
                .isEqualTo(standard(SECRET, "0JOB000000002.1772366406.{}"));
    }

    @Test
    void aSecretThatIsPlainTextSignsWithItsText() throws Exception {
        Received request = deliver(fixture.settings.subscription(1, receiver.url("/"), "a plain secret of mine"), "{}");

        byte[] key = "a plain secret of mine".getBytes(StandardCharsets.UTF_8);
        assertThat(request.header("webhook-signature"))
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(Hmac.of(key, "0JOB000000001.1772366405.{}")));
    }

    @Test
    void anEnvelopeIsAroundTheData() throws Exception {
        Received request = deliver(with(usual, request(5, false, null)), "{\"n\": 1.0}");

        assertThat(request.body())
                .isEqualTo(
                        "{\"id\":\"0JOB000000001\",\"kind\":\"EVENT\",\"code\":\"order.created\",\"subject\":\"order 7\","
                                + "\"eventId\":\"0EVENT0000001\",\"correlationId\":\"corr\","
                                + "\"timestamp\":\"2026-03-01T12:00:00.250Z\",\"data\":{\"n\": 1.0}}");
    }

    @Test
    void whatHasNoValueIsNullInTheEnvelopeAndNoHeader() throws Exception {
        fixture.settings.put(with(usual, request(5, false, null)));
        fixture.registry.refresh();

        fixture.send(fixture.job("j", 1, "", new JobMessage(JobKind.TASK, null, null, null, null, null)));

        assertThat(receiver.last().body())
                .isEqualTo(
                        "{\"id\":\"j\",\"kind\":\"TASK\",\"code\":\"order.created\",\"subject\":null,\"eventId\":null,"
                                + "\"correlationId\":null,\"timestamp\":\"2026-03-01T12:00:00.250Z\",\"data\":null}");
        assertThat(receiver.last().header("X-FlowCatalyst-Subject")).isEmpty();
        assertThat(receiver.last().header("X-FlowCatalyst-Causation-ID")).isEmpty();
        assertThat(receiver.last().header("X-FlowCatalyst-Correlation-ID")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text/plain|\"plain \\\"text\\\"\"|plain \"text\"",
                "text/plain; charset=utf-8|\" 1 \"|` 1 `",
                "application/xml|{\"no\":\"text\"}|{\"no\":\"text\"}",
                "application/vnd.x+json|\"a\"|\"a\"",
                "application/json|\"a\"|\"a\""
            })
    void whatIsNotSentAsJsonArrivesAsTheTextItself(String type, String payload, String body) throws Exception {
        DirectTarget direct = new DirectTarget(receiver.url("/"), 5, true, type, null, Map.of(), null);

        fixture.send(fixture.job("j", -9, payload, new JobMessage(JobKind.TASK, null, null, null, null, direct)));

        assertThat(receiver.last().body()).isEqualTo(body);
        assertThat(receiver.last().header("Content-Type")).isEqualTo(type);
    }

    @Test
    void aTextThatHoldsJsonArrivesAsThatJson() throws Exception {
        assertThat(deliver(usual, "\"{\\\"n\\\": 1e400}\"").body()).isEqualTo("{\"n\": 1e400}");
        assertThat(deliver(usual, "\"no json\"").body()).isEqualTo("\"no json\"");
    }

    @Test
    void headersOfTheClientAreSentUnlessTheyAreOurs() throws Exception {
        Map<String, String> wanted = Map.of(
                "X-Shop", " a b ",
                "x-shop", "twice",
                "X-FlowCatalyst-Code", "forged",
                "webhook-id", "forged",
                "Host", "forged",
                "Content-Length", "9",
                "Transfer-Encoding", "chunked",
                "Connection", "close",
                "X-Broken", "a\r\nX-Injected: b",
                "X-Empty", " ");
        Received request = deliver(with(usual, 86_400, wanted, null), "{}");

        assertThat(request.header("X-Shop")).isEqualTo("a b");
        assertThat(request.header("X-FlowCatalyst-Code")).isEqualTo("order.created");
        assertThat(request.header("webhook-id")).isEqualTo("0JOB000000001");
        assertThat(request.header("Host")).startsWith("127.0.0.1:");
        assertThat(request.header("Content-Length")).isEqualTo("2");
        assertThat(request.headers().keySet()).noneMatch("X-Empty"::equalsIgnoreCase);
        assertThat(request.header("X-Injected") + request.header("X-Broken")).isEmpty();
    }

    @Test
    void aServiceAccountsTokenIsSent() throws Exception {
        fixture.settings.put(fixture.settings.account(200, "the-bearer-token", null));
        DeliverySubscription subscription = with(
                with(usual, request(5, true, Tsid.from(200))), 86_400, Map.of("Authorization", "Basic other"), null);

        assertThat(deliver(subscription, "{}").header("Authorization")).isEqualTo("Bearer the-bearer-token");
    }

    @Test
    void aDirectJobBringsItsTargetWithIt() throws Exception {
        String stored = fixture.settings.stored(SECRET, Tsid.from(77)).text();
        String id = Tsid.from(77).toString();
        DirectTarget target = new DirectTarget(
                receiver.url("/direct"), 5, true, "application/vnd.shop+json", null, Map.of("X-A", "b"), stored);

        assertThat(fixture.send(fixture.task(id, target, null))).isEqualTo(Outcome.DELIVERED);

        Received request = receiver.last();
        assertThat(request.body()).isEqualTo("[1]");
        assertThat(request.header("Content-Type")).isEqualTo("application/vnd.shop+json");
        assertThat(request.header("X-A")).isEqualTo("b");
        assertThat(request.header("X-FlowCatalyst-Kind")).isEqualTo("TASK");
        assertThat(request.header("webhook-signature")).isEqualTo(standard(SECRET, id + ".1772366405.[1]"));
    }

    @Test
    void aDirectJobWithoutSecretIsSignedWithThatOfItsAccountIfThereIsOne() throws Exception {
        fixture.settings.put(fixture.settings.account(200, "the-bearer-token", SECRET));
        fixture.registry.refresh();
        String account = Tsid.from(200).toString();
        fixture.send(
                fixture.task("t", new DirectTarget(receiver.url("/"), 5, true, null, account, Map.of(), null), null));
        assertThat(receiver.last().header("webhook-signature")).isEqualTo(standard(SECRET, "t.1772366405.[1]"));
        assertThat(receiver.last().header("Authorization")).isEqualTo("Bearer the-bearer-token");

        fixture.send(fixture.task("u", fixture.direct(receiver.url("/")), null));
        assertThat(receiver.last().header("webhook-signature")).isEmpty();
        assertThat(receiver.last().header("webhook-id")).isEqualTo("u");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain\u00e4", " leading"})
    void aContentTypeThatCannotBeSentIsFinal(String type) throws Exception {
        DirectTarget target = new DirectTarget(receiver.url("/"), 5, true, type, null, Map.of(), null);

        assertThat(fixture.send(fixture.task("t", target, null))).isInstanceOf(Outcome.Rejected.class);
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void secretsAreNotInReports() throws Exception {
        fixture.settings.put(fixture.settings.account(200, "the-bearer-token", null));
        receiver.status = 500;
        receiver.answer = "got the-bearer-token and " + SECRET + " at ?key=the-query and header-token \0";
        fixture.settings.put(
                with(with(usual, request(5, true, Tsid.from(200))), 86_400, Map.of("X-Api-Key", "header-token"), null));
        fixture.registry.refresh();

        Outcome outcome = fixture.send(fixture.job("j", 1));

        AttemptReport report = fixture.report("j");
        assertThat(report.responseCode()).isEqualTo(500);
        assertMasked(outcome.reason());
        assertMasked(report.error());
        assertMasked(report.responseBody());
    }

    private static void assertMasked(@Nullable String text) {
        assertThat(text)
                .contains("got *** and *** at ?*** and ***")
                .doesNotContain("the-bearer-token", SECRET, "the-query", "header-token", "\0");
    }
}
