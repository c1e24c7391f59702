package dev.signalbox.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.SecurityConfig;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.server.version.BuildInfo;
import dev.signalbox.server.web.WebServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerTest {
    private static final String TOKEN = "a-token-for-the-tests";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FakeRelayService delivery = new FakeRelayService();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Server shared = start(Optional.of(new Secret(TOKEN)), Optional.empty(), Map.of());
    /** The one that a test asks: the shared one, or its own. */
    private Server server = shared;

    @BeforeEach
    void isRunning() {
        assertThat(delivery.started).isTrue();
    }

    @AfterEach
    void reset() {
        delivery.checks = List.of();
        delivery.failing = false;
        delivery.unknown = List.of();
        if (server != shared) {
            server.stop(ExitCode.OK);
            server = shared;
        }
    }

    @AfterAll
    void stop() {
        shared.stop(ExitCode.OK);
        client.close();
    }

    @Test
    void healthIsOpenAndOnlyOperatorsSeeTheDetails() throws Exception {
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(get("/health/ready").body()).path("status").asString())
                .isEqualTo("UP");

        delivery.checks = List.of(new Health.Check("source shop", Health.Status.DOWN, "no route to host db-7"));
        HttpResponse<String> down = get("/health/ready", "Authorization", "Bearer " + TOKEN);
        assertThat(down.statusCode()).isEqualTo(503);
        assertThat(check(down).path("detail").asString()).isEqualTo("no route to host db-7");

        for (String authorization : List.of("", "Bearer wrong")) {
            HttpResponse<String> anonymous = get("/health/ready", "Authorization", authorization);
            assertThat(anonymous.statusCode()).isEqualTo(503);
            assertThat(check(anonymous).path("name").asString()).isEqualTo("source shop");
            assertThat(check(anonymous).path("status").asString()).isEqualTo("DOWN");
            assertThat(anonymous.body()).doesNotContain("detail", "db-7");
        }
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void metricsAreOpenAndKnowTheMachine() throws Exception {
        HttpResponse<String> metrics = get("/metrics");

        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(metrics.body()).contains("jvm_memory_used_bytes", "process_uptime_seconds");
    }

    @Test
    void healthAndMetricsNameTheBuild() throws Exception {
        BuildInfo build = BuildInfo.ofProgram();
        assertThat(build.version()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(build.commit()).matches("unknown|[0-9a-f]{12}(-modified)?");

        JsonNode live = JSON.readTree(get("/health/live").body());
        assertThat(live.path("status").asString()).isEqualTo("UP");
        assertThat(live.path("version").asString()).isEqualTo(build.version());
        assertThat(live.path("commit").asString()).isEqualTo(build.commit());
        assertThat(get("/metrics").body())
                .contains("signalbox_build_info{commit=\"" + build.commit() + "\",version=\"" + build.version()
                        + "\"} 1");
    }

    @Test
    void relaysAreShownToWhoHasTheToken() throws Exception {
        HttpResponse<String> relays = get("/api/relays", "Authorization", "bearer " + TOKEN);

        assertThat(relays.statusCode()).isEqualTo(200);
        JsonNode relay = JSON.readTree(relays.body()).get(0);
        assertThat(relay.path("name").asString()).isEqualTo("events");
        assertThat(relay.path("state").asString()).isEqualTo("DELIVERING");
        assertThat(relay.path("held").asInt()).isEqualTo(3);
    }

    @Test
    void allElseNeedsTheToken() throws Exception {
        for (String authorization :
                List.of("", "Bearer", "Bearer wrong", "Basic " + TOKEN, TOKEN, "Bearer " + TOKEN + "x")) {
            for (String path : List.of(
                    "/api/relays", "/nowhere", "/metrics/", "/health/live;x=1", "/health/../api/relays", "//metrics")) {
                HttpResponse<String> refused = get(path, "Authorization", authorization);

                assertThat(refused.statusCode()).as(path + " " + authorization).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
                        .startsWith("Bearer");
                assertProblem(refused, 401, "unauthorized");
            }
        }
    }

    @Test
    void errorsAreProblemDocumentsThatTellNothingAboutTheInside() throws Exception {
        assertProblem(get("/nowhere", "Authorization", "Bearer " + TOKEN), 404, "not_found");
        HttpResponse<String> post = client.send(
                request("/api/relays")
                        .header("Authorization", "Bearer " + TOKEN)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertProblem(post, 405, "method_not_allowed");

        delivery.failing = true;
        HttpResponse<String> failed = get("/api/relays", "Authorization", "Bearer " + TOKEN);
        assertProblem(failed, 500, "internal_error");
        assertThat(failed.body()).doesNotContain("secret of the inside", "IllegalState", "\tat ");
    }

    @Test
    void requestsHaveLimits() throws Exception {
        HttpResponse<String> large = client.send(
                request("/api/relays")
                        .header("Authorization", "Bearer " + TOKEN)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[2 << 20]))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertProblem(large, 413, "too_large");

        HttpResponse<String> unending = client.send(
                request("/api/relays")
                        .header("Authorization", "Bearer " + TOKEN)
                        .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[10])))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertProblem(unending, 411, "length_required");

        assertThat(raw("GET /health/live HTTP/1.1\r\nHost: x\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 4")
                .doesNotContainIgnoringCase("tomcat");
    }

    @Test
    void whatTomcatItselfRefusesDoesNotNameIt() throws Exception {
        String answer = raw("GET /a|b<script> HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json", "\"error\":\"bad_request\"")
                .doesNotContainIgnoringCase("tomcat")
                .doesNotContain("<script>");
    }

    @Test
    void everyAnswerHasTheSecurityHeadersAndNoServerName() throws Exception {
        for (String path : List.of("/health/live", "/metrics", "/api/relays")) {
            var headers = get(path).headers();
            assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
            assertThat(headers.firstValue("Content-Security-Policy")).isPresent();
            assertThat(headers.firstValue("Server")).isEmpty();
        }
    }

    @Test
    void aPortInUseIsReportedInOneLine() {
        ServerConfig taken = config(server.port(), Optional.empty(), Optional.empty());

        assertThatThrownBy(() ->
                        new Server(taken, new ProcessEnvironment(Map.of(), Map.of()), (_, _) -> new FakeRelayService()))
                .isInstanceOf(WebServer.CannotListenException.class)
                .hasMessageContaining("127.0.0.1 port " + server.port() + " is in use")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void withoutATokenOneIsMadeForItsOwnerOnly(@TempDir Path home) throws Exception {
        server = start(Optional.empty(), Optional.empty(), Map.of("HOME", home.toString()));

        Path file = home.resolve(".local/state/signalbox/admin-token-" + server.port());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String made = Files.readString(file).strip();
        assertThat(made).hasSize(43);
        assertThat(get("/api/relays", "Authorization", "Bearer " + made).statusCode())
                .isEqualTo(200);
        assertThat(get("/api/relays", "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(401);
    }

    @Test
    void theTokensFileCanBeChosenAndReplacesWhatWasThere(@TempDir Path folder) throws Exception {
        Path target = Files.writeString(folder.resolve("readable"), "untouched");
        Path file = Files.createSymbolicLink(folder.resolve("token"), target);
        server = start(Optional.empty(), Optional.of(file), Map.of());

        assertThat(Files.readString(target)).isEqualTo("untouched");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void exitCodesDistinguishACleanStopFromUnknownOutcomes() {
        server = start(Optional.of(new Secret(TOKEN)), Optional.empty(), Map.of());
        assertThat(server.stop(ExitCode.OK)).isEqualTo(ExitCode.OK);

        server = start(Optional.of(new Secret(TOKEN)), Optional.empty(), Map.of());
        delivery.unknown = List.of("m1");
        assertThat(server.stop(ExitCode.OK)).isEqualTo(ExitCode.UNKNOWN_OUTCOMES);
        assertThat(server.stop(ExitCode.OK)).as("stopping twice").isEqualTo(ExitCode.UNKNOWN_OUTCOMES);
    }

    @Test
    void onALoopbackAddressForeignHostsAreRefused() throws Exception {
        for (String host :
                List.of("attacker.example", "attacker.example:80", "localhost.attacker.example", "10.0.0.1")) {
            for (String path : List.of("/health/live", "/metrics", "/api/relays")) {
                String answer = raw("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
                assertThat(answer)
                        .as(host + path)
                        .startsWith("HTTP/1.1 421")
                        .contains("\"error\":\"misdirected_request\"", "X-Content-Type-Options: nosniff");
            }
        }
        for (String host : List.of("localhost", "LOCALHOST:1234", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8080")) {
            assertThat(raw("GET /health/live HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                    .as(host)
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void refusedSignInsAreCountedAndLoggedAtALimitedRate() throws Exception {
        server = start(Optional.of(new Secret(TOKEN)), Optional.empty(), Map.of());
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(FailureLog.class);
        logger.addAppender(lines);
        try {
            for (int i = 0; i < 30; i++) {
                assertThat(get("/api/relays", "Authorization", "Bearer wrong").statusCode())
                        .isEqualTo(401);
            }
            assertThat(get("/api/relays").statusCode()).isEqualTo(401);
            assertThat(get("/health/live").statusCode()).isEqualTo(200);
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(get("/metrics").body())
                .contains("signalbox_sign_ins_refused_total{reason=\"invalid_token\"} 30.0")
                .contains("signalbox_sign_ins_refused_total{reason=\"no_token\"} 1.0")
                .contains("signalbox_sign_ins_refused_total{reason=\"missing_role\"} 0.0");
        assertThat(lines.list)
                .singleElement()
                .satisfies(
                        event -> assertThat(event.getFormattedMessage())
                                .isEqualTo(
                                        "sign-in to the administration API: refused for 127.0.0.1, because the token is not valid"));
    }

    private static JsonNode check(HttpResponse<String> readiness) {
        return JSON.readTree(readiness.body()).path("checks").get(1);
    }

    private void assertProblem(HttpResponse<String> response, int status, String error) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("error").asString()).isEqualTo(error);
        assertThat(problem.path("title").asString()).isNotBlank();
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (headers.length > 0 && !headers[1].isEmpty()) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Server start(Optional<Secret> token, Optional<Path> file, Map<String, String> environment) {
        try {
            return new Server(
                    config(0, token, file), new ProcessEnvironment(environment, Map.of()), (_, _) -> delivery);
        } catch (WebServer.CannotListenException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerConfig config(int port, Optional<Secret> token, Optional<Path> file) {
        return new ServerConfig(
                "node",
                new HttpServerConfig("127.0.0.1", port),
                new SecurityConfig(token, file, Optional.empty()),
                Duration.ofSeconds(1),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }
}
