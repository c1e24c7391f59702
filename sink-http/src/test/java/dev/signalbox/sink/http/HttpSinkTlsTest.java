package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.testkit.server.SelfSignedKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkTlsTest {
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final SSLContext usual = usualContext();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private SSLContext own;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private HttpsServer server;

    @BeforeEach
    void startServer() throws Exception {
        own = SelfSignedKeys.contextFor("localhost", folder);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(own));
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        SSLContext.setDefault(usual);
        server.stop(0);
    }

    @Test
    void deliversToAServerWhoseCertificateTheJvmTrusts() throws Exception {
        SSLContext.setDefault(own);
        try (HttpSink sink = TestBatches.sink(endpoint("localhost"))) {
            assertThat(sink.send(TestBatches.of("1", "2"))).isEqualTo(Answer.DELIVERED);
        }
        assertThat(bodies).containsExactly("[1,2]");
    }

    /** Garbage in place of a TLS record fails the connection as a handshake failure does, but after the body has left. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionThatBreaksAfterTheBodyLeavesTheOutcomeUnknown(boolean garbage) throws Exception {
        SSLContext.setDefault(own);
        AtomicInteger read = new AtomicInteger();
        try (ScriptedServer proxy = ScriptedServer.connections(socket -> {
                    SSLSocket tls = (SSLSocket) own.getSocketFactory().createSocket(socket, null, true);
                    tls.setUseClientMode(false);
                    ScriptedServer.readHead(tls.getInputStream());
                    read.addAndGet(tls.getInputStream().readNBytes("[1,2]".length()).length);
                    if (garbage) {
                        ScriptedServer.write(socket, "SSH-2.0-OpenSSH_9.6\r\n");
                    } else {
                        ScriptedServer.reset(socket);
                    }
                });
                HttpSink sink = TestBatches.sink(URI.create("https://localhost:" + proxy.port() + "/"))) {
            assertThat(((Answer.Whole) sink.send(TestBatches.of("1", "2"))).outcome())
                    .isInstanceOf(Outcome.Unknown.class);
        }
        assertThat(read).hasValue("[1,2]".length());
    }

    @Test
    void aConnectionThatEndsBeforeTheWholeBodyHasBeenReadIsNeverTakenForAnOutage() throws Exception {
        SSLContext.setDefault(own);
        try (ScriptedServer proxy = ScriptedServer.connections(socket -> {
                    SSLSocket tls = (SSLSocket) own.getSocketFactory().createSocket(socket, null, true);
                    tls.setUseClientMode(false);
                    ScriptedServer.readHead(tls.getInputStream());
                    tls.getInputStream().readNBytes(1 << 20);
                    ScriptedServer.reset(socket);
                });
                HttpSink sink = TestBatches.sink(URI.create("https://localhost:" + proxy.port() + "/"))) {
            Answer answer = sink.send(TestBatches.of("\"" + "x".repeat(2 << 20) + "\""));
            assertThat(((Answer.Whole) answer).outcome()).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void sendsNothingToAServerWhoseCertificateIsNotTrusted() throws Exception {
        assertRefused("localhost");
    }

    @Test
    void sendsNothingToAServerWhoseCertificateIsForAnotherName() throws Exception {
        SSLContext.setDefault(own);
        assertRefused("127.0.0.1");
    }

    private void assertRefused(String host) throws InterruptedException {
        try (HttpSink sink = TestBatches.sink(endpoint(host))) {
            assertThat(((Answer.Whole) sink.send(TestBatches.of("1"))).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Unavailable.class,
                            outcome -> assertThat(outcome.reason()).contains("TLS failed"));
        }
        assertThat(bodies).isEmpty();
    }

    private URI endpoint(String host) {
        return URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
    }

    private static SSLContext usualContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
