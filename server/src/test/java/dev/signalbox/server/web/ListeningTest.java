package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.tls.TlsFiles;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.settings.Secret;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the program listens: its ports, their connections, and TLS. */
class ListeningTest {
    private static final String TOKEN = "a-token-for-the-tests";
    private static final HttpServerConfig.Monitoring ANY_PORT = new HttpServerConfig.Monitoring("127.0.0.1", 0);
    private static final int SLOW_CLIENTS = 320;
    /** More than the server and the queue of the system hold. */
    private static final int FAR_TOO_MANY = 2_000;

    /** Longer than it takes until the system repeats an attempt for which the queue had no room at that moment. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Test
    void healthAnswersWhileSlowClientsHoldEverythingElse() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (WebServer web = start(listening(Optional.of(ANY_PORT), Optional.empty()));
                HttpClient client = HttpClient.newHttpClient()) {
            URI monitoring =
                    URI.create("http://127.0.0.1:" + web.monitoringPort().orElseThrow());
            while (slow.size() < SLOW_CLIENTS) {
                slow.add(slowClient(web.port()));
            }
            assertThat(status(client, URI.create("http://127.0.0.1:" + web.port() + "/health/live")))
                    .as("%d slow clients are not enough to hold the port", SLOW_CLIENTS)
                    .isEqualTo(200);

            assertThatThrownBy(() -> {
                        while (slow.size() < FAR_TOO_MANY) {
                            slow.add(slowClient(web.port()));
                        }
                    })
                    .as("the port takes no more clients")
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(status(client, monitoring.resolve("/health/live"))).isEqualTo(200);
            assertThat(status(client, monitoring.resolve("/health/ready"))).isEqualTo(200);
            assertThat(status(client, monitoring.resolve("/metrics"))).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void theMonitoringPortHasHealthAndMetricsOnlyAndNoOperators() throws Exception {
        try (WebServer web = start(listening(Optional.of(ANY_PORT), Optional.empty()));
                HttpClient client = HttpClient.newHttpClient()) {
            URI monitoring =
                    URI.create("http://127.0.0.1:" + web.monitoringPort().orElseThrow());

            assertThat(status(client, monitoring.resolve("/api/relays"))).isEqualTo(404);
            HttpResponse<String> ready = get(client, monitoring.resolve("/health/ready"));
            assertThat(ready.body()).contains("source shop").doesNotContain("db-7");
            assertThat(get(client, URI.create("http://127.0.0.1:" + web.port() + "/health/ready"))
                            .body())
                    .contains("db-7");
        }
    }

    @Test
    void theMonitoringPortMayListenBeyondThisMachineForAnyHost() throws Exception {
        HttpServerConfig http = listening(Optional.of(new HttpServerConfig.Monitoring("0.0.0.0", 0)), Optional.empty());
        try (WebServer web = start(http)) {
            String request = "GET /health/live HTTP/1.1\r\nHost: pod-7\r\nConnection: close\r\n\r\n";

            assertThat(raw(web.monitoringPort().orElseThrow(), request)).startsWith("HTTP/1.1 200");
            assertThat(raw(web.port(), request)).startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void hostsBesideThisMachineCanBeAllowed() throws Exception {
        HttpServerConfig http = new HttpServerConfig(
                "127.0.0.1", 0, Optional.empty(), List.of("shop.example"), Optional.empty(), false);
        try (WebServer web = start(http)) {
            String request = "GET /health/live HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";

            assertThat(raw(web.port(), request.formatted("Shop.example:443"))).startsWith("HTTP/1.1 200");
            assertThat(raw(web.port(), request.formatted("localhost"))).startsWith("HTTP/1.1 200");
            assertThat(raw(web.port(), request.formatted("other.example"))).startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void aMonitoringPortThatIsInUseIsReported() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start(listening(
                            Optional.of(new HttpServerConfig.Monitoring("127.0.0.1", taken.getLocalPort())),
                            Optional.empty())))
                    .isInstanceOf(WebServer.CannotListenException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void withACertificateThePortHasHttpsAndTakesAChangedCertificate(@TempDir Path folder) throws Exception {
        TlsFiles first = TlsFiles.in(Files.createDirectory(folder.resolve("first")));
        TlsFiles second = TlsFiles.in(Files.createDirectory(folder.resolve("second")));
        Path certificate = Files.copy(first.certificate(), folder.resolve("certificate.pem"));
        Path key = Files.copy(first.key(), folder.resolve("key.pem"));
        try (WebServer web =
                start(listening(Optional.empty(), Optional.of(new HttpServerConfig.Tls(certificate, key))))) {
            URI live = URI.create("https://127.0.0.1:" + web.port() + "/health/live");
            try (HttpClient client = trusting(first)) {
                assertThat(status(client, live)).isEqualTo(200);
            }
            try (HttpClient client = HttpClient.newHttpClient()) {
                assertThat(status(client, URI.create("http://127.0.0.1:" + web.port() + "/health/live")))
                        .isEqualTo(400);
            }

            Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(second.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Awaitility.await().atMost(Duration.ofSeconds(40)).ignoreExceptions().untilAsserted(() -> {
                try (HttpClient client = trusting(second)) {
                    assertThat(status(client, live)).isEqualTo(200);
                }
            });
        }
    }

    @Test
    void aBrokenCertificateIsReportedInOneLine(@TempDir Path folder) throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.pem"), "not a certificate");

        assertThatThrownBy(
                        () -> start(listening(Optional.empty(), Optional.of(new HttpServerConfig.Tls(broken, broken)))))
                .isInstanceOf(WebServer.CannotListenException.class)
                .hasMessageContaining("signalbox.server.tls");
    }

    private static HttpServerConfig listening(
            Optional<HttpServerConfig.Monitoring> monitoring, Optional<HttpServerConfig.Tls> tls) {
        return new HttpServerConfig("127.0.0.1", 0, monitoring, List.of(), tls, false);
    }

    private static WebServer start(HttpServerConfig http) throws WebServer.CannotListenException {
        return WebServer.start(
                http,
                new WebServer.Services(
                        new BearerAuthenticator(new Secret(TOKEN), Optional.empty(), Clock.SYSTEM),
                        new NoRelays(),
                        List::of,
                        () -> Health.of(List.of(new Health.Check("source shop", Health.Status.UP, "on db-7"))),
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)));
    }

    /** Sends the beginning of a request, and no end. */
    private static Socket slowClient(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) CONNECT_TIMEOUT.toMillis());
            socket.getOutputStream()
                    .write("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
                            .getBytes(StandardCharsets.US_ASCII));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String raw(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int status(HttpClient client, URI address) throws IOException, InterruptedException {
        return get(client, address).statusCode();
    }

    private static HttpResponse<String> get(HttpClient client, URI address) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(address)
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpClient trusting(TlsFiles files) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(files.trustStore())) {
            trusted.load(in, TlsFiles.PASSWORD.toCharArray());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
