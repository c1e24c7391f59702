package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class HttpSinkFailureTest {
    private static final List<Message> BATCH = TestBatches.of("{\"id\":\"a\"}", "{\"id\":\"b\"}");

    private static Outcome outcomeOf(URI endpoint) throws InterruptedException {
        try (HttpSink sink = TestBatches.sink(TestBatches.hasty(endpoint))) {
            return ((Answer.Whole) sink.send(BATCH)).outcome();
        }
    }

    @Test
    void aRefusedConnectionIsAnOutage() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        assertThat(outcomeOf(URI.create("http://127.0.0.1:" + port + "/x?key=secret-in-query")))
                .isInstanceOfSatisfying(
                        Outcome.Unavailable.class,
                        outcome -> assertThat(outcome.reason())
                                .startsWith("http://127.0.0.1:" + port + "/x: connection refused")
                                .doesNotContain("secret"));
    }

    @Test
    void anUnknownHostIsAnOutage() throws Exception {
        assertThat(outcomeOf(URI.create("http://no-such-host.invalid/")))
                .isEqualTo(new Outcome.Unavailable("http://no-such-host.invalid/: unknown host"));
    }

    @Test
    void aConnectTimeoutIsAnOutage() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<SocketChannel> waiting = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(full.getLocalSocketAddress());
                waiting.add(channel);
            }
            Outcome outcome = outcomeOf(URI.create("http://127.0.0.1:" + full.getLocalPort()));
            assertThat(outcome)
                    .isEqualTo(new Outcome.Unavailable(
                            "http://127.0.0.1:" + full.getLocalPort() + ": no connection within PT0.4S"));
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    @Test
    void aFailedTlsHandshakeIsAnOutage() throws Exception {
        try (ScriptedServer server = ScriptedServer.connections(socket -> {
                    socket.getInputStream().read();
                    ScriptedServer.write(socket, "HTTP/1.1 400 Bad Request\r\n\r\n");
                });
                HttpSink sink = TestBatches.sink(URI.create("https://127.0.0.1:" + server.port()))) {
            // With the usual time-outs: the first handshake of a JVM may take half a second.
            Answer answer = sink.send(BATCH);
            assertThat(((Answer.Whole) answer).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Unavailable.class,
                            outcome -> assertThat(outcome.reason()).contains("TLS failed"));
        }
    }

    /** The client may subscribe to the body even if the handshake has failed, depending on which thread is faster. */
    @ParameterizedTest
    @EnumSource(BrokenHandshake.class)
    void aHandshakeThatBreaksOffIsAnOutageHoweverItEnds(BrokenHandshake broken) throws Exception {
        try (ScriptedServer server = ScriptedServer.connections(broken::play)) {
            for (int i = 0; i < 20; i++) {
                assertThat(outcomeOf(URI.create("https://127.0.0.1:" + server.port())))
                        .isInstanceOf(Outcome.Unavailable.class);
            }
        }
    }

    enum BrokenHandshake {
        CLOSED_AT_ONCE,
        CLOSED_AFTER_HELLO,
        RESET_AT_ONCE,
        RESET_AFTER_HELLO,
        PLAIN_TEXT,
        FATAL_ALERT,
        HALF_A_HELLO;

        private static final byte[] HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};
        private static final byte[] BEGINNING_OF_HELLO = {22, 3, 3, 0, 100, 2, 0, 0};

        void play(Socket socket) throws IOException {
            if (this != CLOSED_AT_ONCE && this != RESET_AT_ONCE) {
                socket.getInputStream().read(new byte[8192]);
            }
            switch (this) {
                case CLOSED_AT_ONCE, CLOSED_AFTER_HELLO -> socket.close();
                case RESET_AT_ONCE, RESET_AFTER_HELLO -> ScriptedServer.reset(socket);
                case PLAIN_TEXT -> ScriptedServer.write(socket, "SSH-2.0-OpenSSH_9.6\r\n");
                case FATAL_ALERT -> socket.getOutputStream().write(HANDSHAKE_FAILURE);
                case HALF_A_HELLO -> socket.getOutputStream().write(BEGINNING_OF_HELLO);
            }
        }
    }

    @Test
    void aTlsHandshakeThatHangsIsAnOutage() throws Exception {
        try (ScriptedServer server = ScriptedServer.connections(ScriptedServer::awaitEnd)) {
            assertThat(outcomeOf(URI.create("https://127.0.0.1:" + server.port())))
                    .isInstanceOf(Outcome.Unavailable.class);
        }
    }

    @Test
    void noAnswerInTimeLeavesTheOutcomeUnknown() throws Exception {
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
            ScriptedServer.awaitEnd(socket);
            return false;
        })) {
            assertThat(outcomeOf(server.uri()))
                    .isEqualTo(new Outcome.Unknown(
                            server.uri() + ": sent, but no answer came: no response within PT0.6S"));
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void anExchangeThatRanOutOfTimeGivesUpItsConnection() throws Exception {
        CountDownLatch ended = new CountDownLatch(2);
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    if (request.text().equals("[1]")) {
                        ScriptedServer.write(socket, "HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\n");
                    }
                    ScriptedServer.awaitEnd(socket);
                    ended.countDown();
                    return false;
                });
                HttpSink sink = TestBatches.sink(TestBatches.hasty(server.uri()))) {
            assertThat(sink.send(TestBatches.of("1"))).isEqualTo(new Answer.Whole(new Outcome.Failed("HTTP 500")));
            assertThat(((Answer.Whole) sink.send(TestBatches.of("2"))).outcome())
                    .isInstanceOf(Outcome.Unknown.class);
            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aReceiverThatReadsNothingLeavesTheOutcomeUnknown() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.connections(socket -> awaitQuietly(end));
                HttpSink sink = TestBatches.sink(TestBatches.hasty(server.uri()))) {
            Answer answer = sink.send(TestBatches.of("\"" + "x".repeat(20 << 20) + "\""));
            assertThat(((Answer.Whole) answer).outcome()).isInstanceOf(Outcome.Unknown.class);
        } finally {
            end.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch end) throws IOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aResetOrAnEndAfterTheRequestLeavesTheOutcomeUnknown() throws Exception {
        for (ScriptedServer.RequestScript script : List.<ScriptedServer.RequestScript>of(
                (socket, request) -> {
                    ScriptedServer.reset(socket);
                    return false;
                },
                (socket, request) -> false,
                (socket, request) -> {
                    ScriptedServer.write(socket, "HTTP/1.1 20");
                    return false;
                },
                (socket, request) -> {
                    ScriptedServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Le");
                    ScriptedServer.reset(socket);
                    return false;
                },
                (socket, request) -> {
                    ScriptedServer.write(socket, "SSH-2.0-OpenSSH_9.6\r\n\r\n");
                    return false;
                })) {
            try (ScriptedServer server = ScriptedServer.requests(script)) {
                assertThat(outcomeOf(server.uri())).isInstanceOf(Outcome.Unknown.class);
                assertThat(server.requests).hasSize(1);
            }
        }
    }

    @Test
    void aLostAnswerOnAReusedConnectionIsNotSentTwiceBehindOurBack() throws Exception {
        AtomicInteger served = new AtomicInteger();
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    if (served.getAndIncrement() == 1) {
                        return false;
                    }
                    socket.getOutputStream().write(ScriptedServer.response("200 OK", "", ""));
                    return true;
                });
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of("1"))).isEqualTo(Answer.DELIVERED);
            Answer.Whole lost = (Answer.Whole) sink.send(TestBatches.of("2"));
            assertThat(lost.outcome()).isInstanceOf(Outcome.Unknown.class);
            assertThat(sink.send(TestBatches.of("3"))).isEqualTo(Answer.DELIVERED);
            assertThat(server.requests.stream().map(ScriptedServer.Request::text))
                    .containsExactly("[1]", "[2]", "[3]");
        }
    }

    @Test
    void anIdleConnectionThatTheServerClosesIsReplacedAndNothingIsSentTwice() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    socket.getOutputStream().write(ScriptedServer.response("200 OK", "", ""));
                    if (request.text().equals("[1]")) {
                        // The client's end follows: it has noticed, and removed the connection from its pool.
                        socket.shutdownOutput();
                        ScriptedServer.awaitEnd(socket);
                        closed.countDown();
                        return false;
                    }
                    return true;
                });
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of("1"))).isEqualTo(Answer.DELIVERED);
            closed.await();
            assertThat(sink.send(TestBatches.of("2"))).isEqualTo(Answer.DELIVERED);
            assertThat(server.requests.stream().map(ScriptedServer.Request::text))
                    .containsExactly("[1]", "[2]");
        }
    }

    @Test
    void aRefusalOfALargeRequestIsHeardEvenIfTheServerDoesNotReadItAll() throws Exception {
        try (ScriptedServer server = ScriptedServer.connections(socket -> {
                    ScriptedServer.readHead(socket.getInputStream());
                    socket.getOutputStream().write(ScriptedServer.response("413 Large", "Connection: close\r\n", ""));
                    socket.shutdownOutput();
                    ScriptedServer.awaitEnd(socket);
                });
                HttpSink sink = TestBatches.sink(TestBatches.hasty(server.uri()))) {
            Answer answer = sink.send(TestBatches.of("\"" + "x".repeat(5 << 20) + "\""));
            assertThat(answer).isEqualTo(new Answer.Whole(new Outcome.TooLarge("HTTP 413")));
        }
    }

    @Test
    void aServerThatHangsUpWhileItIsSentALargeRequestIsNeverTakenForAnOutage() throws Exception {
        try (ScriptedServer server = ScriptedServer.connections(socket -> {
                    ScriptedServer.readHead(socket.getInputStream());
                    socket.getOutputStream().write(ScriptedServer.response("413 Large", "Connection: close\r\n", ""));
                });
                HttpSink sink = TestBatches.sink(TestBatches.hasty(server.uri()))) {
            for (int i = 0; i < 10; i++) {
                Answer.Whole answer = (Answer.Whole) sink.send(TestBatches.of("\"" + "x".repeat(5 << 20) + "\""));
                // The reset may overtake the response in the network; then the client cannot read it.
                assertThat(answer.outcome()).isInstanceOfAny(Outcome.TooLarge.class, Outcome.Unknown.class);
            }
        }
    }

    @Test
    void aBodyThatDripsOrNeverEndsIsBrokenOffAndTheStatusDecides() throws Exception {
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
            ScriptedServer.write(socket, "HTTP/1.1 400 Bad\r\nContent-Type: text/plain\r\n\r\nbad");
            return drip(socket);
        })) {
            assertThat(outcomeOf(server.uri()))
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            outcome -> assertThat(outcome.reason()).startsWith("HTTP 400: bad."));
        }
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
            ScriptedServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfine");
            return drip(socket);
        })) {
            assertThat(outcomeOf(server.uri())).isEqualTo(Outcome.DELIVERED);
        }
    }

    /** Sends one byte every 50 ms until the other side closes. */
    private static boolean drip(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        while (true) {
            try {
                if (socket.getInputStream().read() < 0) {
                    return false;
                }
            } catch (SocketTimeoutException next) {
                ScriptedServer.write(socket, ".");
            }
        }
    }

    @Test
    void anEndlessBodyIsCutAtTheCap() throws Exception {
        CompletableFuture<Long> written = new CompletableFuture<>();
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    ScriptedServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
                    long count = 0;
                    try {
                        while (true) {
                            socket.getOutputStream().write(new byte[8192]);
                            count += 8192;
                        }
                    } finally {
                        written.complete(count);
                    }
                });
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(BATCH)).isEqualTo(Answer.DELIVERED);
            assertThat(written.get()).as("the client hung up").isLessThan(100L << 20);
        }
    }

    @Test
    void aResultListThatIsCutOffCountsAsFarAsItGoes() throws Exception {
        String begun = "{\"results\":[{\"id\":\"b\",\"error\":\"full\"},{\"id\":\"a\",\"sta";
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    ScriptedServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + begun);
                    return false;
                });
                HttpSink sink = TestBatches.sink(server.uri())) {
            Answer.Mixed answer = (Answer.Mixed) sink.send(BATCH);
            assertThat(answer.known().get(0)).isNull();
            assertThat(answer.known().get(1)).isEqualTo(new Outcome.Failed("item: full"));
            assertThat(answer.rest()).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aBrokenOffAnswerThatMightHaveNamedFailuresLeavesTheOutcomeUnknown() throws Exception {
        for (String begun : List.of("", "{\"resu", "{\"count\":2")) {
            try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                ScriptedServer.write(
                        socket,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n" + begun);
                return false;
            })) {
                assertThat(outcomeOf(server.uri())).as(begun).isInstanceOf(Outcome.Unknown.class);
            }
        }
    }

    @Test
    void aBodyThatWasTakenBackIsNeverSent() {
        BatchBody body = TestBatches.body(TestBatches.of("1"));
        assertThat(body.withdraw()).isTrue();
        assertThat(body.withdraw()).isFalse();
        assertThatThrownBy(() -> HttpRequestBodies.read(body)).hasMessageContaining("withdrawn");
    }
}
