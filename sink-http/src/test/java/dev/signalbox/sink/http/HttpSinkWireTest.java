package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class HttpSinkWireTest {
    @Test
    void postsTheArrayOfThePayloadsWithItsHeaders() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("201 Created", "", "{\"count\":2}");
                HttpSink sink = TestBatches.sink(TestBatches.withToken(server.uri(), "t0ken-abc"))) {
            assertThat(sink.send(TestBatches.of("{\"id\":1}", "[2]"))).isEqualTo(Answer.DELIVERED);

            ScriptedServer.Request request = server.requests.getFirst();
            assertThat(request.text()).isEqualTo("[{\"id\":1},[2]]");
            assertThat(request.head())
                    .startsWith("POST /api/events/batch HTTP/1.1\r\n")
                    .contains("Content-Type: application/json\r\n")
                    .contains("Content-Length: 14\r\n")
                    .contains("Authorization: Bearer t0ken-abc\r\n")
                    .containsPattern("User-Agent: signalbox/[0-9]+\\.[0-9]+\\.[0-9]+\\S*\r\n")
                    .doesNotContain("Upgrade", "Expect", "Transfer-Encoding");
        }
    }

    @Test
    void sendsUserInfoAsBasicAuthenticationAndKeepsTheQuery() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "")) {
            URI endpoint = URI.create("http://us%20er:pa%3Ass@127.0.0.1:" + server.port() + "?key=a%20b#part");
            try (HttpSink sink = TestBatches.sink(endpoint)) {
                assertThat(sink.send(TestBatches.of("1"))).isEqualTo(Answer.DELIVERED);
            }
            assertThat(server.requests.getFirst().head())
                    .startsWith("POST /?key=a%20b HTTP/1.1\r\n")
                    .contains("Authorization: Basic dXMgZXI6cGE6c3M=\r\n");
        }
    }

    @Test
    void keepsEveryByteOfHostilePayloads() throws Exception {
        String[] hostile = {
            " {\"b\" : 1.0,\r\n\t\"a\":1e0, \"a\":-0.000 } ",
            "\"\\u0000 \\ud800 \\uDC00 \\u00e9 \\/\"",
            "\"é€😀\u2028\u007F\"",
            "12345678901234567890123456789012345678901234567890.10",
            "[".repeat(64) + "]".repeat(64),
            "\"],[{\\\"id\\\":1}\"",
            "null",
            "\"" + "x".repeat(100_000) + "\"",
            "{\"$ref\":\"#\",\"__proto__\":{}}"
        };
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of(hostile))).isEqualTo(Answer.DELIVERED);
            assertThat(server.requests.getFirst().text()).isEqualTo("[" + String.join(",", hostile) + "]");
        }
    }

    @Test
    void deliversATenMegabytePayloadAmongSmallOnes() throws Exception {
        String large = "{\"data\":\"" + "0123456789".repeat(1 << 20) + "\"}";
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of("1", large, "2"))).isEqualTo(Answer.DELIVERED);
            assertThat(server.requests.getFirst().text().equals("[1," + large + ",2]"))
                    .isTrue();
        }
    }

    @Test
    void keepsInvalidPayloadsOffTheWireAndRejectsThemAlone() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            List<Message> batch =
                    new ArrayList<>(TestBatches.of("{\"id\":1}", "1,2", "]", "{\"id\":2}", "\uFEFF3", ""));
            batch.add(TestBatches.message("bytes", Payload.of(new byte[] {'"', (byte) 0xFF, '"'})));
            batch.add(TestBatches.message("left", Payload.leftBehind(1 << 30)));

            Answer.Mixed answer = (Answer.Mixed) sink.send(batch);

            assertThat(server.requests.getFirst().text()).isEqualTo("[{\"id\":1},{\"id\":2}]");
            assertThat(answer.rest()).isEqualTo(Outcome.DELIVERED);
            assertThat(answer.known()).hasSize(8);
            assertThat(answer.known().get(0)).isNull();
            assertThat(answer.known().get(3)).isNull();
            assertThat(answer.known().get(1))
                    .isEqualTo(Outcome.Rejected.unsent(
                            "the payload is not one valid JSON value: unexpected byte 0x2C at byte 1 of 3"));
            for (int i : new int[] {2, 4, 5, 6, 7}) {
                assertThat(answer.known().get(i)).isInstanceOf(Outcome.Rejected.class);
            }
        }
    }

    @Test
    void leavesTheFailureOfTheRestToTheRestAsAWhole() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("500 Oops", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            Answer.Mixed answer = (Answer.Mixed) sink.send(TestBatches.of("1", "x", "2"));
            assertThat(answer.known().get(0)).isNull();
            assertThat(answer.known().get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(answer.known().get(2)).isNull();
            assertThat(answer.rest()).isEqualTo(new Outcome.Failed("HTTP 500"));
        }
    }

    @Test
    void sendsNothingIfNothingIsValid() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            Answer.Each answer = (Answer.Each) sink.send(TestBatches.of("x", "{"));
            assertThat(answer.outcomes()).hasSize(2).allMatch(Outcome.Rejected.class::isInstance);
            assertThat(sink.send(List.of())).isEqualTo(Answer.DELIVERED);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void usesOneConnectionForRequestsInTurn() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "{\"count\":1}");
                HttpSink sink = TestBatches.sink(server.uri())) {
            for (int i = 0; i < 50; i++) {
                assertThat(sink.send(TestBatches.of("" + i))).isEqualTo(Answer.DELIVERED);
            }
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void servesManyThreadsAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Answer>> sends = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                List<Message> batch = TestBatches.of("" + i);
                sends.add(() -> sink.send(batch));
            }
            for (Future<Answer> answer : threads.invokeAll(sends)) {
                assertThat(answer.get()).isEqualTo(Answer.DELIVERED);
            }
            assertThat(server.requests.stream()
                            .map(ScriptedServer.Request::text)
                            .distinct())
                    .hasSize(200);
        }
    }

    @Test
    void gathersSmallPayloadsAndDoesNotCopyLargeOnes() {
        List<Message> batch = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            batch.add(TestBatches.message("row-" + i, Payload.of("1")));
        }
        batch.add(50, TestBatches.message("large", Payload.of(new byte[100_000])));
        BatchBody body = TestBatches.body(batch);
        List<Integer> sizes = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        body.buffers().forEachRemaining(buffer -> {
            sizes.add(buffer.remaining());
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            all.writeBytes(bytes);
        });
        assertThat(sizes).containsExactly(101, 100_000, 99);
        assertThat(all.size()).isEqualTo((int) body.contentLength());
    }

    @Test
    void tellsItsLimits() {
        try (HttpSink sink = TestBatches.sink(URI.create("http://localhost:1"))) {
            assertThat(sink.limits()).isEqualTo(new SinkLimits(100, 4 << 20));
        }
    }
}
