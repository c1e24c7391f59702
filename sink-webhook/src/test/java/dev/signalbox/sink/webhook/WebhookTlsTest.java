package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import dev.signalbox.testkit.server.SelfSignedKeys;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class WebhookTlsTest {
    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private static SSLContext own;

    @BeforeAll
    static void createKeys(@TempDir Path folder) throws Exception {
        own = SelfSignedKeys.contextFor("hooks.test", folder);
    }

    private static WebhookClient client(SSLContext context) {
        NameLookup toThisMachine = (_, _) -> List.of(InetAddress.getLoopbackAddress());
        return new WebhookClient(TestClients.settings(TestClients.LOCAL), toThisMachine, Clock.SYSTEM, context);
    }

    private static WebhookRequest request(String host, LoopbackServer server) {
        return TestClients.request(URI.create("https://" + host + ":" + server.port() + "/"));
    }

    private static LoopbackServer server() {
        return LoopbackServer.withTls(own, (connection, _) -> {
            connection.answer("200 OK", "", "secret");
            return true;
        });
    }

    @Test
    void theCertificateIsThatOfTheNameAndTheServerIsToldTheName() throws Exception {
        try (LoopbackServer server = server();
                WebhookClient client = client(own)) {
            for (int i = 0; i < 3; i++) {
                assertThat(((Answered) client.send(request("hooks.test", server))).body())
                        .isEqualTo("secret");
            }
            assertThat(server.connections).as("TLS connections are used again").hasValue(1);
            SSLSocket socket = (SSLSocket) server.tls.getFirst().socket();
            assertThat(((ExtendedSSLSession) socket.getSession()).getRequestedServerNames())
                    .containsExactly(new SNIHostName("hooks.test"));
        }
    }

    @Test
    void aConnectionWithMoreThanTheAnswerIsNotUsedAgain() throws Exception {
        Semaphore written = new Semaphore(0);
        try (LoopbackServer server = LoopbackServer.withTls(own, (connection, _) -> {
                    connection.answer("200 OK", "", "ok");
                    // In a record of its own, which the client does not read with the first.
                    connection.answer("500 Other", "", "");
                    written.release();
                    return true;
                });
                WebhookClient client = client(own)) {
            for (int i = 1; i <= 3; i++) {
                assertThat(((Answered) client.send(request("hooks.test", server))).status())
                        .isEqualTo(200);
                written.acquire();
            }
            assertThat(server.requests).hasSize(3);
        }
    }

    @Test
    void aCertificateOfAnotherNameIsRefusedBeforeAnythingIsSent() throws Exception {
        try (LoopbackServer server = server();
                WebhookClient client = client(own)) {
            assertTlsFailed(client.send(request("other.test", server)));
            assertTlsFailed(client.send(request("127.0.0.1", server)));
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefused() throws Exception {
        try (LoopbackServer server = server();
                WebhookClient client = client(SSLContext.getDefault())) {
            assertTlsFailed(client.send(request("hooks.test", server)));
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aServerWithoutTlsGetsNothing() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = client(own)) {
            WebhookRequest brief =
                    TestClients.request(URI.create("https://hooks.test:" + server.port() + "/"), TestClients.SHORT);
            assertThat(client.send(brief)).isInstanceOf(NotSent.class);
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aConnectionThatBreaksAfterTheRequestLeavesItOpenWhetherItArrived() throws Exception {
        try (LoopbackServer server = LoopbackServer.withTls(own, (connection, _) -> {
                    connection.reset();
                    return false;
                });
                WebhookClient client = client(own)) {
            assertThat(client.send(request("hooks.test", server))).isInstanceOf(NoAnswer.class);
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void aTlsTargetThatNeverAnswersEndsAtTheDeadline() throws Exception {
        try (LoopbackServer server = LoopbackServer.withTls(own, (connection, _) -> {
                    connection.awaitEnd();
                    return false;
                });
                WebhookClient client = client(own)) {
            WebhookRequest brief =
                    TestClients.request(URI.create("https://hooks.test:" + server.port() + "/"), TestClients.SHORT);
            WebhookResponse response = client.send(brief);
            assertThat(response.duration()).isLessThan(TestClients.SHORT.plusSeconds(5));
            assertThat(response).isInstanceOfAny(NoAnswer.class, NotSent.class);
        }
    }

    private static void assertTlsFailed(WebhookResponse response) {
        assertThat(response)
                .isInstanceOfSatisfying(
                        NotSent.class, notSent -> assertThat(notSent.cause()).isEqualTo(NotSent.Cause.TLS));
    }
}
