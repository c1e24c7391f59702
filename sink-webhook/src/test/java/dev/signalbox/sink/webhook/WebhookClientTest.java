package dev.signalbox.sink.webhook;

import static dev.signalbox.sink.webhook.TestClients.SHORT;
import static dev.signalbox.sink.webhook.TestClients.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sends, and how it ends exchanges that the target would not. */
@Timeout(30)
class WebhookClientTest {
    private final WebhookClient client = TestClients.local();

    @AfterEach
    void close() {
        client.close();
    }

    private Answered answered(WebhookRequest request) throws InterruptedException {
        return (Answered) client.send(request);
    }

    @Test
    void sendsExactlyWhatItWasGiven() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "Retry-After: 7\r\n", "thanks")) {
            URI target = URI.create("http://127.0.0.1:" + server.port() + "/a%20b/./c//d?x=%2F&y=");

            Answered answer = answered(request(target, TestClients.USUAL, "{\"ü\":1}"));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("thanks");
            assertThat(answer.retryAfter()).isEqualTo("7");
            assertThat(answer.truncated()).isFalse();
            assertThat(answer.duration()).isPositive();
            LoopbackServer.Request received = server.requests.getFirst();
            assertThat(received.head()).startsWith("POST /a%20b/./c//d?x=%2F&y= HTTP/1.1\r\n");
            assertThat(received.header("Host")).isEqualTo("127.0.0.1:" + server.port());
            assertThat(received.header("Content-Type")).isEqualTo("application/json");
            assertThat(received.header("X-Test")).isEqualTo("yes");
            assertThat(received.header("User-Agent")).startsWith("signalbox/");
            assertThat(received.bytes()).isEqualTo("{\"ü\":1}".getBytes(StandardCharsets.UTF_8));
            assertThat(received.head().lines().map(line -> line.split(":", 2)[0]))
                    .doesNotContain("Accept-Encoding", "Upgrade", "Cookie", "Expect");
        }
    }

    @Test
    void requestsToOneTargetShareAConnection() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("204 No Content", "", "")) {
            for (int i = 0; i < 5; i++) {
                assertThat(answered(request(server.uri())).status()).isEqualTo(204);
            }
            assertThat(server.connections).hasValue(1);
        }
    }

    /** The connection goes on to other targets of the host, whose answers these bytes are not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Other\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
                "HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n\r\n",
            })
    void aConnectionWithMoreThanTheAnswerIsNotUsedAgain(String answer) throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.write(answer);
            return true;
        })) {
            for (int i = 1; i <= 3; i++) {
                assertThat(answered(request(server.uri())).status()).isIn(200, 204);
                assertThat(server.requests).hasSize(i);
            }
            assertThat(server.connections).hasValue(3);
        }
    }

    /** Proxies send 408 before they close an idle connection. */
    @Test
    void aConnectionOnWhichMoreArrivesLaterIsNotUsedAgain() throws Exception {
        Semaphore idle = new Semaphore(0);
        Semaphore written = new Semaphore(0);
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.answer("200 OK", "", "ok");
            idle.acquireUninterruptibly();
            connection.answer("408 Request Time-out", "", "");
            written.release();
            return true;
        })) {
            for (int i = 1; i <= 3; i++) {
                assertThat(answered(request(server.uri())).status()).isEqualTo(200);
                assertThat(server.requests).hasSize(i);
                idle.release();
                written.acquire();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
    void noRedirectIsFollowed(int status) throws Exception {
        try (LoopbackServer other = LoopbackServer.answering("200 OK", "", "");
                LoopbackServer server =
                        LoopbackServer.answering(status + " Elsewhere", "Location: " + other.uri() + "\r\n", "")) {
            assertThat(answered(request(server.uri())).status()).isEqualTo(status);
            assertThat(other.connections).hasValue(0);
            assertThat(server.requests).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"429 Slow", "503 Away", "401 Who", "407 Proxy"})
    void nothingIsRepeatedOfItsOwnAccord(String status) throws Exception {
        String headers = "Retry-After: 0\r\nWWW-Authenticate: Basic realm=\"x\"\r\nProxy-Authenticate: Basic\r\n";
        try (LoopbackServer server = LoopbackServer.answering(status, headers, "")) {
            assertThat(answered(request(server.uri())).status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void aBrokenConnectionIsNotTriedAgain() throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.reset();
            return false;
        })) {
            assertThat(client.send(request(server.uri())))
                    .isInstanceOfSatisfying(
                            NoAnswer.class, answer -> assertThat(answer.cause()).isEqualTo(NoAnswer.Cause.SILENCE));
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void cookiesAreNotKept() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "Set-Cookie: a=b\r\n", "")) {
            answered(request(server.uri()));
            answered(request(server.uri()));
            assertThat(server.requests.getLast().all("Cookie")).isEmpty();
        }
    }

    @Test
    void aCompressedAnswerIsNotUnpacked() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            zip.write(new byte[1 << 20]);
        }
        String body = packed.toString(StandardCharsets.ISO_8859_1);
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "Content-Encoding: gzip\r\n", body)) {
            assertThat(answered(request(server.uri())).body())
                    .isEqualTo(new String(packed.toByteArray(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aTargetThatNeverAnswersEndsAtTheDeadline() throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.awaitEnd();
            return false;
        })) {
            WebhookResponse response = client.send(request(server.uri(), SHORT));

            assertEndedAtTheDeadline(response, NoAnswer.class);
            assertThat(((NoAnswer) response).cause()).isEqualTo(NoAnswer.Cause.SILENCE);
            Awaitility.await().until(() -> server.openConnections() == 0);
        }
    }

    /** Each byte is in time for any time-out between two bytes; only the time of the whole exchange ends it. */
    @Test
    void aHeadThatDripsEndsAtTheDeadline() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.with((connection, _) -> drip(connection, "HTTP/1.1 200 OK\r\nX: "))) {
            WebhookResponse response = client.send(request(server.uri(), SHORT));

            assertEndedAtTheDeadline(response, NoAnswer.class);
        }
    }

    @Test
    void aBodyThatDripsEndsAtTheDeadlineAndItsStatusCounts() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.with((connection, _) -> drip(connection, "HTTP/1.1 200 OK\r\n\r\nbegun "))) {
            WebhookResponse response = client.send(request(server.uri(), SHORT));

            assertEndedAtTheDeadline(response, Answered.class);
            assertThat((Answered) response).satisfies(answer -> {
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.truncated()).isTrue();
                assertThat(answer.body()).startsWith("begun x");
            });
        }
    }

    private static boolean drip(LoopbackServer.Connection connection, String begin) throws IOException {
        connection.write(begin);
        while (true) {
            connection.write("x");
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    private static void assertEndedAtTheDeadline(WebhookResponse response, Class<? extends WebhookResponse> expected) {
        assertThat(response).isInstanceOf(expected);
        assertThat(response.duration()).isBetween(SHORT, SHORT.plusSeconds(5));
    }

    @Test
    void aGigabyteIsCutOffAndItsConnectionClosed() throws Exception {
        AtomicLong written = new AtomicLong();
        String part = "0123456789abcdef".repeat(1 << 12);
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 30) + "\r\n\r\n");
            while (written.get() < 1L << 30) {
                connection.write(part);
                written.addAndGet(part.length());
            }
            return true;
        })) {
            Answered answer = answered(request(server.uri()));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).hasSize(WebhookResponse.MAX_BODY).startsWith("0123456789abcdef0");
            assertThat(answer.truncated()).isTrue();
            Awaitility.await().until(() -> server.openConnections() == 0);
            assertThat(written.get()).isLessThan(100L << 20);
        }
    }

    @Test
    void anAnswerOfAUsualSizeKeepsItsConnectionAndTheBeginningOfItsText() throws Exception {
        String body = "é".repeat(2) + "y".repeat(20_000);
        try (LoopbackServer server = LoopbackServer.answering("500 Oops", "", body)) {
            Answered answer = answered(request(server.uri()));
            assertThat(answer.body()).hasSize(WebhookResponse.MAX_BODY);
            assertThat(answer.truncated()).isTrue();
            answered(request(server.uri()));
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void aTextIsNotCutThroughACharacterOfTwoUnits() throws Exception {
        String smile = new String("😀".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (LoopbackServer server =
                LoopbackServer.answering("200 OK", "", "y".repeat(WebhookResponse.MAX_BODY - 1) + smile)) {
            assertThat(answered(request(server.uri())).body())
                    .hasSize(WebhookResponse.MAX_BODY - 1)
                    .endsWith("y");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: y\r\n", // endless lines
                "X", // one endless line
                "\r\nHTTP/1.1 103 Early\r\n\r\n", // endless interim answers
            })
    void endlessHeadersAreABrokenAnswer(String repeated) throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.write("HTTP/1.1 " + (repeated.contains("103") ? "103 Early\r\n" : "200 OK\r\n"));
            String many = repeated.repeat(200);
            while (true) {
                connection.write(many);
            }
        })) {
            assertBroken(client.send(request(server.uri())));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 101 Other\r\nUpgrade: TLS/1.2\r\n\r\n"
            })
    void whatIsNotHttpIsABrokenAnswer(String text) throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, _) -> {
            connection.write(text);
            return false;
        })) {
            assertBroken(client.send(request(server.uri())));
        }
    }

    private static void assertBroken(WebhookResponse response) {
        assertThat(response)
                .isInstanceOfSatisfying(
                        NoAnswer.class, answer -> assertThat(answer.cause()).isEqualTo(NoAnswer.Cause.BROKEN));
    }

    /** The server reads on only after it has answered, so the client cannot have sent everything by then. */
    @Test
    void anAnswerThatComesBeforeTheWholeBodyWasSentEndsTheSending() throws Exception {
        int size = 40 << 20;
        AtomicLong received = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(1);
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> {
                try (Socket socket = listener.accept()) {
                    received.addAndGet(socket.getInputStream().readNBytes(100_000).length);
                    new LoopbackServer.Connection(socket, socket).answer("413 Too Large", "", "");
                    byte[] bytes = new byte[8 << 10];
                    for (int read = 0; read >= 0; read = socket.getInputStream().read(bytes)) {
                        received.addAndGet(read);
                    }
                } catch (IOException otherSideGone) {
                    // The client ends the connection, because it has not sent the rest.
                } finally {
                    ended.countDown();
                }
            });
            URI target = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
            assertThat(answered(request(target, TestClients.USUAL, "x".repeat(size)))
                            .status())
                    .isEqualTo(413);
            ended.await();
            assertThat(received.get()).isLessThan(size);
        }
    }

    @Test
    void aPortWhereNobodyListensIsNotReached() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        assertThat(client.send(request(URI.create("http://127.0.0.1:" + port + "/secret-path"))))
                .isInstanceOfSatisfying(NotSent.class, response -> {
                    assertThat(response.cause()).isEqualTo(NotSent.Cause.UNREACHABLE);
                    assertThat(response.reason()).contains("127.0.0.1:" + port).doesNotContain("secret-path");
                });
    }

    @Test
    void nothingIsSentAfterTheTimeToBegin() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "")) {
            WebhookRequest usual = request(server.uri());
            WebhookRequest late = new WebhookRequest(
                    usual.target(), usual.headers(), usual.body(), usual.timeout(), Clock.SYSTEM.leaseNanos() - 1);

            assertThat(client.send(late))
                    .isInstanceOfSatisfying(
                            NotSent.class,
                            response -> assertThat(response.cause()).isEqualTo(NotSent.Cause.TOO_LATE));
            assertThat(answered(usual).status()).isEqualTo(200);
            assertThat(server.requests).hasSize(1);
        }
    }

    /** The time passes during the look-up: what counts is when the first byte would be written. */
    @Test
    void theTimeToBeginIsCheckedWithTheConnectionAtHand() throws Exception {
        AtomicLong suspended = new AtomicLong();
        Clock clock = new Clock() {
            @Override
            public long nanos() {
                return Clock.SYSTEM.nanos();
            }

            @Override
            public long suspendedNanos() {
                return suspended.get();
            }
        };
        NameLookup slow = (_, _) -> {
            suspended.set(Duration.ofHours(1).toNanos());
            return List.of(InetAddress.getLoopbackAddress());
        };
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient slowly = new WebhookClient(TestClients.settings(TestClients.LOCAL), slow, clock)) {
            WebhookRequest usual = request(URI.create("http://some.name:" + server.port() + "/"));
            long inAMinute = clock.leaseNanos() + Duration.ofMinutes(1).toNanos();
            WebhookResponse response = slowly.send(
                    new WebhookRequest(usual.target(), usual.headers(), usual.body(), usual.timeout(), inAMinute));

            assertThat(response)
                    .isInstanceOfSatisfying(
                            NotSent.class,
                            notSent -> assertThat(notSent.cause()).isEqualTo(NotSent.Cause.TOO_LATE));
            // The server accepts the connection on a thread of its own
            Awaitility.await()
                    .untilAsserted(() -> assertThat(server.connections).hasValue(1));
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void proxiesOfTheSystemAreNotUsed() throws Exception {
        try (LoopbackServer proxy = LoopbackServer.answering("200 OK", "", "proxy");
                LoopbackServer server = LoopbackServer.answering("200 OK", "", "server")) {
            String port = Integer.toString(proxy.port());
            List<String> names = List.of("http.proxy", "socksProxy");
            try {
                for (String name : names) {
                    System.setProperty(name + "Host", "127.0.0.1");
                    System.setProperty(name + "Port", port);
                }
                // Otherwise this machine is never reached by a proxy.
                System.setProperty("http.nonProxyHosts", "");
                System.setProperty("socksNonProxyHosts", "");
                try (WebhookClient unproxied = TestClients.local()) {
                    assertThat(((Answered) unproxied.send(request(server.uri()))).body())
                            .isEqualTo("server");
                }
            } finally {
                for (String name : names) {
                    System.clearProperty(name + "Host");
                    System.clearProperty(name + "Port");
                }
                System.clearProperty("http.nonProxyHosts");
                System.clearProperty("socksNonProxyHosts");
            }
            assertThat(proxy.connections).hasValue(0);
        }
    }
}
