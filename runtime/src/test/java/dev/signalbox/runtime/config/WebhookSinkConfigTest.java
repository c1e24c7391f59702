package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.sink.SinkConfig.SinkEnvironment;
import dev.signalbox.runtime.sink.webhook.WebhookSinkConfig;
import dev.signalbox.sink.webhook.WebhookSinkSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookSinkConfigTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String URL = "url: \"https://hooks.example.com/T0KEN?a=b\"";

    private static ConfigUnderTest given(String settings) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    hooks: { type: webhook, %s }
                  relays:
                    events: { source: shop, sink: hooks }
                """.formatted(settings));
    }

    private static ConfigUnderTest with(String more) {
        return given(URL + ", secret: " + SECRET + more);
    }

    private static WebhookSinkConfig sink(ConfigUnderTest config) {
        return (WebhookSinkConfig) config.load().sink("hooks");
    }

    @Test
    void anAddressAndASecretAreEnough() {
        ServerConfig config = with("").load();
        WebhookSinkConfig sink = (WebhookSinkConfig) config.sink("hooks");

        assertThat(sink.settings().url()).isEqualTo("https://hooks.example.com/T0KEN?a=b");
        assertThat(sink.settings().body()).isEqualTo(WebhookSinkSettings.Body.PAYLOAD);
        assertThat(sink.settings().secrets()).hasSize(1);
        assertThat(sink.longestSend()).isEqualTo(Duration.ofSeconds(30));
        assertThat(sink.limits().batchSize()).isEqualTo(1);
        assertThat(sink.targets().allowPrivateTargets()).isFalse();
        assertThat(config.relays().getFirst().url())
                .as("the path may be a credential")
                .hasToString("https://hooks.example.com");
        assertThat(config.toString()).doesNotContain("T0KEN", "MfKQ9");
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void everySettingIsRead() {
        WebhookSinkConfig sink = sink(
                with(
                        ", previous-secret: whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD, token: t0k, timeout: 5s,"
                                + " request-body: envelope, headers: { X-Shop: a, X-Zone: b }, allow-private-targets: true,"
                                + " allow-plain-http: true, denied-networks: [10.0.0.0/8, \"2001:db8::/32\"], connect-timeout: 2s"));

        assertThat(sink.settings().secrets()).hasSize(2);
        assertThat(sink.settings().headers())
                .extracting(header -> header.name() + "=" + header.value())
                .containsExactly("X-Shop=a", "X-Zone=b", "Authorization=Bearer t0k");
        assertThat(sink.settings().body()).isEqualTo(WebhookSinkSettings.Body.ENVELOPE);
        assertThat(sink.longestSend()).isEqualTo(Duration.ofSeconds(5));
        assertThat(sink.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(sink.targets().allowPrivateTargets()).isTrue();
        assertThat(sink.targets().allowPlainHttp()).isTrue();
        assertThat(sink.targets().deniedNetworks()).hasToString("[10.0.0.0/8, 2001:db8:0:0:0:0:0:0/32]");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(given("timeout: 1s").problems())
                .hasSize(2)
                .anyMatch(problem -> problem.startsWith("signalbox.sinks.hooks.url: is missing"))
                .anyMatch(problem -> problem.startsWith("signalbox.sinks.hooks.secret: is missing"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    url: "http://a.example/T0KEN"      | must begin with https://
                    url: "https://u:p@a.example/T0KEN" | user or password
                    url: "https://127.1/T0KEN"         | unusual spelling
                    url: "https://10.0.0.1/T0KEN"      | a private address
                    url: "https://localhost/T0KEN"     | on this machine
                    """)
    void anAddressThatIsNotAllowedIsRefusedAndItsPathNotShown(String url, String reason) {
        assertThat(given(url + ", secret: " + SECRET).problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.hooks.url: ")
                .contains(reason)
                .doesNotContain("T0KEN");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    , previous-secret: whsec_short                                | previous-secret | the secret is
                    , headers: { Host: a }                                        | headers         | cannot be set
                    , headers: { webhook-id: a }                                  | headers         | set by Signalbox
                    , token: a, headers: { Authorization: b }                     | headers         | twice
                    , denied-networks: 10.0.0.1/8                                 | denied-networks | 10.0.0.0/8
                    , batch-size: 10                                              | batch-size      | one message each
                    , batch-bytes: 10KB                                           | batch-bytes     | one message each
                    , path: /x                                                    | path            | means nothing
                    , body: payload                                               | body            | means nothing
                    """)
    void otherValuesAreRefused(String more, String key, String reason) {
        assertThat(with(more).problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.hooks." + key + ": ")
                .contains(reason);
    }

    @Test
    void anotherTypeHasNoneOfItsSettings() {
        given(URL + ", secret: " + SECRET).load();
        ConfigUnderTest.yaml("""
                signalbox:
                  sinks:
                    api: { base-url: "https://a", secret: x, denied-networks: 10.0.0.0/8 }
                """).assertProblem("means nothing for a sink of type http");
    }

    @Test
    void aTokenToAnotherHostNeedsHttpsUnlessThatIsAccepted() {
        String plain = "url: \"http://hooks.example.com/x\", allow-plain-http: true, secret: " + SECRET;
        assertThat(given(plain).load().warnings())
                .as("a signature is no credential")
                .isEmpty();
        assertThat(given(plain + ", headers: { X-Zone: b }").load().warnings()).isEmpty();
        for (String credential : List.of(", token: t0k", ", headers: { X-Api-Key: k }")) {
            assertThat(given(plain + credential).problems())
                    .singleElement()
                    .asString()
                    .startsWith("signalbox.sinks.hooks.url: ")
                    .contains("unencrypted to another host", "signalbox.sinks.hooks.allow-insecure must be true");
            assertThat(given(plain + credential + ", allow-insecure: true")
                            .load()
                            .warnings())
                    .hasSize(1);
        }
        assertThat(given("url: \"http://127.0.0.1:80/x\", allow-private-targets: true, token: t, secret: " + SECRET)
                        .load()
                        .warnings())
                .isEmpty();
    }

    @Test
    void theSinkDeliversSignedMessages() throws Exception {
        List<String> signatures = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            signatures.add(exchange.getRequestHeaders().getFirst("webhook-signature"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        WebhookSinkConfig config = sink(given("url: \"http://localhost:"
                + server.getAddress().getPort() + "/x\", allow-private-targets: true, secret: " + SECRET));
        try (Sink sink = config.factory(new SinkEnvironment(Clock.SYSTEM, Duration.ofSeconds(1), Set.of()))
                .open(config.address(Optional.empty()))) {
            Instant now = Instant.EPOCH;
            Sink.Answer answer = sink.send(List.of(
                    new Message("m1", null, 0, "t", Payload.of("{}"), 0, now, new Claim(1, now), Suspicion.NONE)));
            assertThat(((Sink.Answer.Each) answer).outcomes()).containsExactly(Outcome.DELIVERED);
        } finally {
            server.stop(0);
        }
        assertThat(signatures).singleElement().asString().startsWith("v1,");
    }
}
