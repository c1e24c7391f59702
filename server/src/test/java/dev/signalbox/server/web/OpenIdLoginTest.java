package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.settings.Secret;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens of an OpenID provider at the administration API. */
class OpenIdLoginTest {
    private static final String TOKEN = "a-token-for-the-tests";
    private static final String PAUSE = "/api/outbox/publishers/LogPublisher/pause";

    private final LocalOpenIdProvider issuer = LocalOpenIdProvider.start();
    private final FakeLogAdmin log = new FakeLogAdmin(new LogAdmin.FeedId("wallet", "wallet-events", "LogPublisher"));
    private final WebServer web = WebServer.start(
            new HttpServerConfig("127.0.0.1", 0),
            new WebServer.Services(
                    new BearerAuthenticator(new Secret(TOKEN), Optional.of(issuer.config()), Clock.SYSTEM),
                    new NoRelays(),
                    () -> List.of(log),
                    () -> Health.of(List.of()),
                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)));
    private final HttpClient client = HttpClient.newHttpClient();

    OpenIdLoginTest() throws IOException, WebServer.CannotListenException {}

    @AfterEach
    void stop() {
        web.close();
        client.close();
        issuer.close();
    }

    @Test
    void aUserActsUnderTheNameThatTheTokenTells() throws Exception {
        assertThat(pause(issuer.token()).statusCode()).isEqualTo(200);

        assertThat(log.actions)
                .singleElement()
                .asString()
                .contains("alice from 127.0.0.1")
                .doesNotContain("mallory");
    }

    @Test
    void theProgramsOwnTokenWorksBesideIt() throws Exception {
        assertThat(pause(TOKEN).statusCode()).isEqualTo(200);

        assertThat(log.actions).singleElement().asString().contains("mallory (unverified) from 127.0.0.1");
    }

    @Test
    void refusalsSayWhatIsWrong() throws Exception {
        HttpResponse<String> invalid = pause("x.y.z");
        assertThat(invalid.statusCode()).isEqualTo(401);
        assertThat(invalid.headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer realm=\"signalbox\", error=\"invalid_token\"");

        HttpResponse<String> roleless = pause(issuer.token(it -> it.claim("realm_access", Map.of())));
        assertThat(roleless.statusCode()).isEqualTo(403);
        assertThat(roleless.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(it -> assertThat(it).contains("insufficient_scope"));
        assertThat(roleless.body()).contains("\"error\":\"forbidden\"");

        assertThat(log.actions).isEmpty();
    }

    @Test
    void whileTheProviderIsAwayTheProgramsOwnTokenStillOpens() throws Exception {
        issuer.close();

        HttpResponse<String> away = pause("x.y.z");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("OpenID provider is not available");
        assertThat(pause(TOKEN).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> pause(String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + PAUSE))
                .header("Authorization", "Bearer " + token)
                .header(AuthenticationFilter.OPERATOR_HEADER, "mallory")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
