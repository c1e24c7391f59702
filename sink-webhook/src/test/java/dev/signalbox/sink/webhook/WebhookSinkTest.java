package dev.signalbox.sink.webhook;

import static dev.signalbox.sink.webhook.TestSinks.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.sink.webhook.WebhookSinkSettings.Body;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WebhookSinkTest {
    private static final WebhookSecret PREVIOUS = WebhookSecret.parse("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");

    private static WebhookSinkSettings settings(LoopbackServer server, Body body, List<Header> headers) {
        return new WebhookSinkSettings(
                server.uri().toString(),
                List.of(WebhookSignatureTest.SECRET, PREVIOUS),
                headers,
                body,
                new WebhookSinkSettings.Limits(TestClients.USUAL, Duration.ofSeconds(60)));
    }

    private static List<Outcome> send(LoopbackServer server, Message... batch) throws InterruptedException {
        try (WebhookSink sink = TestSinks.sink(settings(server, Body.PAYLOAD, List.of()))) {
            return ((Answer.Each) sink.send(List.of(batch))).outcomes();
        }
    }

    /** Signatures by openssl. */
    @Test
    void aMessageIsOneSignedRequest() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookSink sink = TestSinks.sink(settings(
                        server,
                        Body.PAYLOAD,
                        WebhookSinkSettings.headers("the-token", List.of(Header.ofUser("X-Shop", "a b")))))) {
            sink.send(List.of(message("m1", "order-7", "{ \"n\": 1.0 }")));

            LoopbackServer.Request request = server.requests.getFirst();
            assertThat(request.latin1()).isEqualTo("{ \"n\": 1.0 }");
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.header("webhook-id")).isEqualTo("m1");
            assertThat(request.header("webhook-timestamp")).isEqualTo("1772366400");
            assertThat(request.header("webhook-signature"))
                    .isEqualTo(
                            "v1,I1ZsrswSf9/6z8HOlYi1hIB1fGMhSKPKgbYXxIwu7JQ= v1,paUEwat2/J2UhPabqIWjz2apIz89lcVZ0Z1r2GIzzJ8=");
            assertThat(request.header("X-FLOWCATALYST-TIMESTAMP")).isEqualTo("2026-03-01T12:00:00.500Z");
            assertThat(request.header("X-FLOWCATALYST-SIGNATURE"))
                    .isEqualTo("55650a526b7426e3fc135fa1eb449d47e274153d08f1c24fabe00103b4264939");
            assertThat(request.header("X-Signalbox-Type")).isEqualTo("order%20placed");
            assertThat(request.header("X-Signalbox-Group")).isEqualTo("order-7");
            assertThat(request.header("Authorization")).isEqualTo("Bearer the-token");
            assertThat(request.header("X-Shop")).isEqualTo("a b");
        }
    }

    @Test
    void anEnvelopeHasTheMessagesFieldsAndThePayloadAsItWasWritten() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookSink sink = TestSinks.sink(settings(server, Body.ENVELOPE, List.of()))) {
            sink.send(List.of(message("m\"1", "g", "{ \"n\": 1.00 }")));
            sink.send(List.of(message("m2", null, "[]")));

            assertThat(server.requests)
                    .extracting(LoopbackServer.Request::latin1)
                    .containsExactly(
                            "{\"id\":\"m\\\"1\",\"type\":\"order placed\",\"group\":\"g\","
                                    + "\"time\":\"2026-03-01T12:00:00.500Z\",\"data\":{ \"n\": 1.00 }}",
                            "{\"id\":\"m2\",\"type\":\"order placed\",\"group\":null,"
                                    + "\"time\":\"2026-03-01T12:00:00.500Z\",\"data\":[]}");
            assertThat(server.requests.getLast().all("X-Signalbox-Group")).isEmpty();
        }
    }

    @Test
    void aRequestThatIsSentAgainHasTheSameIdAndBody() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("500 Oops", "", "");
                WebhookSink sink = TestSinks.sink(settings(server, Body.ENVELOPE, List.of()))) {
            sink.send(List.of(message("m1", "g", "1")));
            sink.send(List.of(message("m1", "g", "1")));
            assertThat(server.requests.getFirst()).isEqualTo(server.requests.getLast());
        }
    }

    @Test
    void whatCannotBeSentIsRejectedAlone() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "")) {
            assertThat(send(
                            server,
                            message("m1", null, "{no json"),
                            message("m2", null, Payload.leftBehind(1L << 40)),
                            message("m3", null, "3")))
                    .satisfiesExactly(
                            first -> assertRejected(first, "not one valid JSON value"),
                            second -> assertRejected(second, "1099511627776 bytes"),
                            third -> assertThat(third).isEqualTo(Outcome.DELIVERED));
            assertThat(server.requests).hasSize(1);
        }
    }

    private static void assertRejected(Outcome outcome, String reason) {
        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.reason()).contains(reason);
    }

    @Test
    void behindAFailureItsGroupWaitsAndOthersGoOn() throws Exception {
        try (LoopbackServer server = LoopbackServer.with((connection, request) -> {
            connection.answer(request.latin1().equals("1") ? "422 No" : "200 OK", "", "");
            return true;
        })) {
            assertThat(send(server, message("m1", "a", "1"), message("m2", "a", "2"), message("m3", "b", "3")))
                    .satisfiesExactly(
                            first -> assertThat(first).isInstanceOf(Outcome.Rejected.class),
                            second -> assertThat(second).isEqualTo(Outcome.NOT_ATTEMPTED),
                            third -> assertThat(third).isEqualTo(Outcome.DELIVERED));
            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void anOutageEndsTheBatch() throws Exception {
        for (String status : List.of("503 Away", "404 Where", "302 There")) {
            try (LoopbackServer server = LoopbackServer.answering(status, "", "")) {
                assertThat(send(server, message("m1", "a", "1"), message("m2", "b", "2"))
                                .getLast())
                        .isEqualTo(Outcome.NOT_ATTEMPTED);
                assertThat(server.requests).hasSize(1);
            }
        }
    }

    @Test
    void aReasonShowsNeitherTheSecretsNorThePathThatTheReceiverEchoes() throws Exception {
        LoopbackServer.Script echo = (connection, request) -> {
            connection.answer(
                    "500 Oops",
                    "",
                    request.head().lines().findFirst().orElseThrow() + " " + request.header("Authorization") + " "
                            + WebhookSignatureTest.SECRET.reveal());
            return true;
        };
        try (LoopbackServer server = LoopbackServer.with(echo);
                WebhookSink sink = TestSinks.sink(
                        settings(server, Body.PAYLOAD, WebhookSinkSettings.headers("the-token", List.of())))) {
            Outcome outcome = ((Answer.Each) sink.send(List.of(message("m1", null, "1"))))
                    .outcomes()
                    .getFirst();
            assertThat(outcome.reason()).isEqualTo("HTTP 500: POST *** HTTP/1.1 Bearer *** ***");
        }
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        assertRefused("http://127.1/", List.of(), "unusual spelling");
        assertRefused("http://127.0.0.1/", List.of(Header.ofUser("X-A", "1"), Header.ofUser("x-a", "2")), "twice");
        assertRefused(
                "http://127.0.0.1/",
                WebhookSinkSettings.headers("t", List.of(Header.ofUser("authorization", "x"))),
                "twice");
    }

    private static void assertRefused(String url, List<Header> headers, @Nullable String reason) {
        assertThatThrownBy(() -> TestSinks.sink(new WebhookSinkSettings(
                                url,
                                List.of(PREVIOUS),
                                headers,
                                Body.PAYLOAD,
                                new WebhookSinkSettings.Limits(TestClients.USUAL, TestClients.USUAL)))
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
